#!/usr/bin/env bash
# Installs what tests take from Debian, where this is Debian and we may: the browser of the tests of reports and the Java
# of those on Spark, which are skipped elsewhere, and jemalloc, without which DuckDB takes longer to plan queries.
set -euo pipefail
wanted=()
command -v chromium > /dev/null && command -v chromedriver > /dev/null || wanted+=("chromium chromium-driver")
compgen -G "/usr/lib/$(uname -m)-linux-gnu/libjemalloc.so.2" > /dev/null || wanted+=(libjemalloc2)
command -v java > /dev/null || wanted+=(default-jre-headless)
if [ ${#wanted[@]} = 0 ]; then
    exit 0
fi
without="tests are skipped without Chromium or Java, and take longer without jemalloc"
if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
    echo "no ${wanted[*]}, and no way to install them: $without" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q > /dev/null || true
for packages in "${wanted[@]}"; do
    # shellcheck disable=SC2086  # several of them
    apt-get install -y -q --no-install-recommends $packages > /dev/null \
        || echo "$packages could not be installed: $without" >&2
done
