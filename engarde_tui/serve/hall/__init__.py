"""The hall: visitors, tables and seats. Knows neither SSH nor screens."""
