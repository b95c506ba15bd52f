#!/usr/bin/env bash
# Plays every row of the table in src/engine/strength.rs against the row below it and prints the
# difference in Elo, which should be 200. The first argument is the number of games for each pair
# (200), the second the engine's program (target/release/bayeschess).
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-200}
engine=${2:-target/release/bayeschess}
for rating in 1000 1200 1400 1600 1800 2000 2200 2400 2600 2800; do
    below=$((rating - 200))
    "$engine" match \
        "uci:$engine uci;UCI_LimitStrength=true;UCI_Elo=$rating;name=$rating" \
        "uci:$engine uci;UCI_LimitStrength=true;UCI_Elo=$below;name=$below" \
        --tc 5+0.05 --games "$games" --openings shipped | tail -n 1
done
