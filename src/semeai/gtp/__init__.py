"""The Go Text Protocol, version 2: `protocol` (text), `engine` (server), `client` (other people's engines)."""
