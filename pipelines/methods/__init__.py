"""Methods to make and to attack releases: how they are described and listed."""
