"""Playing in the browser: a small server of one's own, and the page that it serves."""
