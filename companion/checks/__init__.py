"""What the doctor checks: one small function for each check, which asks a `Machine` that a test can fake."""
