# What every player should see at once: stones in atari, a hole in a wall. And all that a suite can say.
# Written for semeai. Try: semeai regress tests/regress/basics.tst --player rave

boardsize 9
komi 7.5

# Six white stones in atari; the last liberty is G4.
#   . . . . . . . . .   9
#   . . . . . . . . .   8
#   . . X X X X X . .   7
#   . X O O O O O X .   6
#   . . X X X X O X .   5
#   . . . . . . . . .   4
clear_board
play black C7
play black D7
play black E7
play black F7
play black G7
play black B6
play black H6
play black C5
play black D5
play black E5
play black F5
play black H5
play white C6
play white D6
play white E6
play white F6
play white G6
play white G5
10 reg_genmove black
#? [G4]

# Three empty points in a row are two eyes, or one, for whoever plays in their middle. But the rest of the board is
# empty, and players differ in whether they take the corner first; so it is marked as known to fail.
#   X X X X X . . . .   3
#   O O O O X . . . .   2
#   . . . O X . . . .   1
clear_board
play black A3
play black B3
play black C3
play black D3
play black E3
play black E2
play black E1
play white A2
play white B2
play white C2
play white D2
play white D1
20 reg_genmove black
#? [B1]*

# Two walls with a hole in each: whoever comes first closes his own, or breaks through.
#   X X X X . X X X X   5
#   O O O O . O O O O   4
clear_board
play black A5
play black B5
play black C5
play black D5
play black F5
play black G5
play black H5
play black J5
play white A4
play white B4
play white C4
play white D4
play white F4
play white G4
play white H4
play white J4
30 reg_genmove black
#? [E4|E5]
31 reg_genmove white
#? [E4|E5]
32 reg_genmove black
#? [!(PASS|A1|J9)]

# Not asked, for it is no question for a move.
40 attack A4
#? [0]

# The first position of another file: two chains in atari, and whoever takes first lives.
loadsgf tactics.sgf
50 genmove_white
#? [E6]
