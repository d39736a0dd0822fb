#!/usr/bin/env bash
# Installs the browser of the tests of reports, where this is Debian and we may: elsewhere they are skipped.
set -euo pipefail
if command -v chromium > /dev/null && command -v chromedriver > /dev/null; then
    exit 0
fi
if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
    echo "no Chromium, and no way to install it: tests in a browser will be skipped" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
(apt-get update -q && apt-get install -y -q --no-install-recommends chromium chromium-driver) > /dev/null \
    || echo "Chromium could not be installed: tests in a browser will be skipped" >&2
