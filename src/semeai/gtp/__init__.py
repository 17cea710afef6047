"""The Go Text Protocol, version 2, from both sides.

The engine's side, in reading order: `protocol` (text), `commands` (the list of them), `server` (the conversation),
`engine` (what each command does) with `keeper` (the game as controllers drive it), `clock`, `rules_text`, `analysis`,
`answers`.
The controller's side: `client` (other people's engines), `process` (starting them), `supervisor` (ending all they have
started). Importing `server` or `client` loads nothing that knows Go.
"""
