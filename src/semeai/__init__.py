"""semeai: a laboratory of evolutionary Go."""
