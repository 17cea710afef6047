"""All commands of this engine, with their arguments.

The list is separate from the engine so that `name` and `list_commands` are answered before the compiled kernels are
loaded: GoGui waits for `name`, and loading takes almost a second.

An argument in brackets is optional. Dots stand for any number. The method of the same name, with `_` for `-`, handles
a command: `server.Server` those of ADMINISTRATION, `engine.Engine` those of PLAY.
"""

from semeai.gtp.protocol import GtpError

ADMINISTRATION: dict[str, str] = {
    "protocol_version": "",
    "name": "",
    "version": "",
    "known_command": "command",
    "list_commands": "",
    "quit": "[ignored]...",
    "cputime": "",
    "gogui-analyze_commands": "",
    "gogui-interrupt": "",
}

PLAY: dict[str, str] = {
    # the board
    "boardsize": "size",
    "clear_board": "",
    "komi": "komi",
    "play": "color vertex",
    "undo": "",
    "gg-undo": "[moves]",
    "gogui-play_sequence": "[color vertex]...",
    "gogui-setup": "[color vertex]...",
    "gogui-setup_player": "color",
    "showboard": "",
    "list_stones": "color",
    "influence": "[dilations] [erosions]",
    "loadsgf": "file... [move]",
    "printsgf": "[file]...",
    # handicap
    "fixed_handicap": "stones",
    "place_free_handicap": "stones",
    "set_free_handicap": "[vertex]...",
    # the player
    "genmove": "color",
    "reg_genmove": "color",
    "kgs-genmove_cleanup": "color",
    "explain": "",
    "lz-analyze": "[color] [interval] [key value]...",
    "kata-analyze": "[color] [interval] [key value]...",
    "lz-genmove_analyze": "[color] [interval] [key value]...",
    "kata-genmove_analyze": "[color] [interval] [key value]...",
    # time
    "time_settings": "main_time byo_yomi_time byo_yomi_stones",
    "time_left": "color time stones",
    "kgs-time_settings": "system [main_time] [period_time] [stones_or_periods]",
    # the rules and the end
    "kata-get-rules": "",
    "kata-set-rules": "rules...",
    "kgs-rules": "name",
    "final_score": "",
    "final_status_list": "status",
    "kgs-game_over": "",
}

COMMANDS = ADMINISTRATION | PLAY

# The entries of GoGui's analyze dialog: type/label/command, each command one of the above.
GOGUI_ANALYZE_COMMANDS = """\
string/Explain The Last Choice/explain
dboard/Influence: Territory/influence 5 21
dboard/Influence: Moyo/influence 5 10
dboard/Influence: Area/influence 4 0
string/Final Score/final_score
plist/Dead Stones/final_status_list dead
string/Rules/kata-get-rules"""


def method_name(command: str) -> str:
    """The method that handles `command`."""
    return command.replace("-", "_")


def check_arguments(command: str, arguments: tuple[str, ...]) -> None:
    """Check that `command` exists and accepts this number of arguments. Raises GtpError."""
    if command not in COMMANDS:
        raise GtpError("unknown command")
    usage = COMMANDS[command]
    words = usage.split()
    least = sum(not word.startswith("[") and not word.endswith("]...") for word in words)
    if len(arguments) < least or ("..." not in usage and len(arguments) > len(words)):
        raise GtpError(f"syntax error: {command} takes {usage or 'no arguments'}")
