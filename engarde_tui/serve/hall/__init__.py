"""The hall: visitors, tables, seats. Knows neither SSH nor screens."""
