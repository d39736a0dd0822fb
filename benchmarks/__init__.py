"""Speed and memory against named peers, side by side in one run: `make bench`."""
