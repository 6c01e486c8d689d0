"""San Francisco (Reiner Knizia, 2022): the engine, the table, and all that is only this game's."""
