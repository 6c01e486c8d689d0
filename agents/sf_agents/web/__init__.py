"""Playing in the browser: a small local server, and the page that it serves."""
