"""Playing in the terminal, drawn with rich: a board, choices by name, hints, undo."""
