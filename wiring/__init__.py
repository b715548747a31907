"""Which pin is for what.

`pins.toml` is the only place where that is written. `wiring.table` reads it, and `python -m wiring` prints its tables.
"""
