"""A hall in a PostgreSQL database."""
