"""What serves all rooms: text, names of files, progress."""
