"""The Go Text Protocol, version 2: engine and controller.

The engine, in reading order: `protocol` (text), `commands` (the list of commands), `server` (the conversation),
`engine` (the handlers) with `keeper` (the game under a controller), `clock`, `rules_text`, `analysis`, `answers`.
The controller: `client` (external engines), `process` (starts them), `supervisor` (ends them and all their child
processes). Importing `server` or `client` loads no module that knows Go.
"""
