"""What the doctor looks at: one small function for each check, over a `Machine` that a test can fake."""
