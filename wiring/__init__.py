"""Which pin is for what.

`pins.toml` is the single truth; `wiring.table` reads it, `python -m wiring` prints its tables.
"""
