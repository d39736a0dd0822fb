"""Read SQL files: their headers, the statements that they become, the rules that they keep."""
