"""The family serial: releases of one thing that changes, and what they reveal together."""
