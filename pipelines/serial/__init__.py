"""The family serial: releases of one thing that changes, and what they reveal together."""

from setrisk.pipelines.serial.anony import anony_release
from setrisk.pipelines.serial.compose import compose_release
from setrisk.pipelines.serial.invariance import invariance_release
from setrisk.pipelines.serial.sanony import sanony_release

__all__ = ["anony_release", "compose_release", "invariance_release", "sanony_release"]
