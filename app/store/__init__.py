"""The only package that knows SQL. Rows never leave it: functions take a session and give the domain's values."""
