"""San Francisco (Reiner Knizia, 2022): the engine, the table, and all code for this game only."""
