"""The demo, the pictures, and the experiments of the papers."""
