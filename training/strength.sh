#!/usr/bin/env bash
# Plays every row of the table in src/engine/strength.rs against the row below it and prints the
# difference in Elo, which should be 200. The first argument is the number of games for each pair
# (200), the second the engine's program (target/release/bayeschess), the third the rows to play
# ("1200 1400"; all), for when only some of them were changed.
#
# No clock runs: a row stops by its own nodes, and the match's limit lies far above them, so that as
# many games are played at once as there are processors and a busy machine changes nothing. Players of
# 2000 and more judge well enough to end a game that both see alike.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-200}
engine=${2:-target/release/bayeschess}
rows=${3:-1000 1200 1400 1600 1800 2000 2200 2400 2600 2800}
for rating in $rows; do
    below=$((rating - 200))
    ends=()
    if [ "$below" -ge 2000 ]; then
        ends=(--resign 4,700 --draw 40,8,10)
    fi
    "$engine" match \
        "uci:$engine uci;UCI_LimitStrength=true;UCI_Elo=$rating;name=$rating" \
        "uci:$engine uci;UCI_LimitStrength=true;UCI_Elo=$below;name=$below" \
        --nodes 10000000 --games "$games" --openings shipped "${ends[@]}" | tail -n 1
done
