"""What commands need of a terminal: arguments and options, results, a prompt, signals and streams."""
