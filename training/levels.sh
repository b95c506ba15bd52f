#!/usr/bin/env bash
# Plays the levels of the table in src/engine/strength.rs against the skill levels of Stockfish 15.1 and prints for each
# match what its result says of the level's rating. The first argument is the number of games of each match (60), the
# second the engine's program (target/release/bayeschess), the third the levels to play ("1400 1600"; all), the fourth
# Stockfish's program.
#
# Stockfish's skill levels play at a fixed depth (one more than the level) and ours by nodes, so that no clock runs and a
# busy machine changes nothing. Their ratings are those by which later versions of Stockfish define UCI_Elo (pull request
# 4341 of official-stockfish/Stockfish, 14 January 2023, each within 25 to 40). A level below them meets the level above it.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-60}
engine=${2:-target/release/bayeschess}
levels=${3:-600 800 1000 1200 1400 1600 1800 2000 2200 2400 2600 2800 3000 3200}
stockfish=${4:-stockfish}
ratings=(1320 1468 1608 1742 1923 2204 2363 2500 2596 2703 2788 2856 2923 2973 3025 3070 3111 3141 3170 3191)
player() {
    echo "uci:$engine uci;UCI_LimitStrength=true;UCI_Elo=$1;name=$1"
}
for level in $levels; do
    nearest=0
    for skill in "${!ratings[@]}"; do
        if [ $((2 * level)) -gt $((ratings[skill] + ratings[nearest])) ]; then
            nearest=$skill
        fi
    done
    if [ "$level" -lt 1200 ]; then
        other=$(player $((level + 200))) rating=$((level + 200))
    else
        rating=${ratings[$nearest]}
        other="uci:$stockfish;Threads=1;Skill Level=$nearest;depth=$((nearest + 1));name=skill$nearest"
    fi
    echo "$level: to be added to $rating"
    "$engine" match "$(player "$level")" "$other" --nodes 100000000 --games "$games" --openings shipped | tail -n 1
done
