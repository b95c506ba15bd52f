//! The list of habits: each is a share of the chances that the player had for it.

/// How often something happened, out of how many chances.
///
/// Sums of amounts (squares, pieces) are kept in the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HabitShare {
    /// Number of times, or the sum of the amounts.
    pub happened: u32,
    /// Number of chances, or the greatest possible sum.
    pub chances: u32,
}

/// Declares each habit once: family, name in tables, and what it counts.
macro_rules! habits {
    ($($family:ident { $($name:ident $word:literal $question:literal;)+ })+) => {
        /// One habit of a player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Habit {
            $($(#[doc = $question] $name,)+)+
        }

        impl Habit {
            /// All habits, family by family.
            pub const ALL: &[Self] = &[$($(Self::$name,)+)+];

            /// Returns the name in tables and reports.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$name => $word,)+)+ }
            }

            /// Returns what is counted, in words.
            pub const fn question(self) -> &'static str {
                match self { $($(Self::$name => $question,)+)+ }
            }

            /// Returns the family of the habit.
            pub const fn family(self) -> HabitFamily {
                match self { $($(Self::$name => HabitFamily::$family,)+)+ }
            }
        }
    };
}

habits! {
    Exchanges {
        EvenTrade "even_trade" "equal pieces offered for exchange that the player takes first";
        TradeOffered "trade_offered" "piece moves that set a piece against its equal";
        TradeAvoided "trade_avoided" "turns with a piece facing its equal on which that piece walks away";
        FirstCapture "first_capture" "moves that capture without taking back";
        TensionKept "tension_kept" "turns on which a pawn could take a pawn and does not";
        TensionMade "tension_made" "pawn moves that make pawns face each other";
    }
    Sacrifices {
        Offer "offer" "moves that put a pawn or more at risk on their square";
        PieceOffer "piece_offer" "moves that put more than a pawn at risk on their square";
        LeftHanging "left_hanging" "own pieces attacked by a lesser enemy piece after the move";
        Deficit "deficit" "turns with one to three pawns less, queens on";
        Surplus "surplus" "turns with one to three pawns more, queens on";
        Imbalance "imbalance" "turns with different pieces on both sides";
    }
    Assault {
        KingHits "king_hits" "pieces that bear on the enemy king's squares";
        KingHeld "king_held" "turns with three or more pieces on the king";
        TowardsKing "towards_king" "piece moves that come nearer to the enemy king";
        Check "check" "moves that give check";
        Threat "threat" "quiet moves that attack a greater piece";
        ThreatsFaced "threats_faced" "turns with a threat that the player answers by something else than moving the piece";
        Closeness "closeness" "how near the pieces stand to the enemy king";
    }
    Storms {
        Storm "storm" "pawn moves beyond the fourth rank beside the enemy king's file";
        StormWithQueens "storm_with_queens" "moves that push a pawn at the king beyond the third rank, queens on";
        OwnShield "own_shield" "pawn moves beyond the third rank before the player's own castled king";
        FarPush "far_push" "pawn moves to the fifth rank or beyond";
        WingPush "wing_push" "pawn moves of two squares or beyond the third rank on the outer files";
        SmallPawn "small_pawn" "moves of a rook's pawn to the third rank";
    }
    Activity {
        Backward "backward" "piece moves backward";
        KnightForward "knight_forward" "knight moves into the enemy half";
        BishopForward "bishop_forward" "bishop moves into the enemy half";
        RookForward "rook_forward" "rook moves beyond the second rank, queens on";
        QueenForward "queen_forward" "queen moves into the enemy half";
        Advanced "advanced" "pieces that stand in the enemy half";
        Reach "reach" "squares that the pieces attack";
        Space "space" "squares attacked in the enemy half";
        OntoAttacked "onto_attacked" "piece moves onto a square that the enemy attacks";
        SameAgain "same_again" "moves of the piece that moved before";
    }
    King {
        CastledQueenside "castled_queenside" "games castled to the queen's side";
        CastledKingside "castled_kingside" "games castled to the king's side";
        CastlingTime "castling_time" "own moves before castling, of the first twenty";
        OppositeWings "opposite_wings" "turns with kings on opposite wings, queens on";
        KingSteps "king_steps" "moves by the king with queens on";
        KingExposed "king_exposed" "enemy pieces that bear on the squares of the player's own king";
    }
    Queens {
        EarlyQueen "early_queen" "moves by the queen among the first twelve";
        QueenTraded "queen_traded" "games in which the player takes the queen first";
        QueenOffered "queen_offered" "queen moves that set it against the other queen";
        QueenAvoided "queen_avoided" "turns with queens facing on which the player's walks away";
        QueensOn "queens_on" "turns with both queens on";
    }
    Danger {
        Loose "loose" "own pieces that nothing protects";
        Stake "stake" "own pieces attacked by a lesser one or unprotected, in pawns";
        HeavyOnKing "heavy_on_king" "turns with a rook or queen on the enemy king's squares";
        OpenToKing "open_to_king" "files around the enemy king without a pawn of its side";
        Bare "bare" "pawns missing before the own king";
        Undeveloped "undeveloped" "own minor pieces on the first rank in the first fourteen moves";
        UnlikePawns "unlike_pawns" "files with pawns of one side only";
        UnlikeMinors "unlike_minors" "turns with bishops against knights";
        FarPawns "far_pawns" "own pawns in the enemy half";
        Passed "passed" "own passed pawns";
    }
    Quiet {
        QuietMove "quiet_move" "moves that take, check and attack nothing";
        Retreat "retreat" "piece moves back to the first two ranks";
        Undo "undo" "moves of a piece back to where it came from";
        Guard "guard" "quiet moves that protect a piece under attack";
    }
    Structure {
        Rams "rams" "own pawns blocked by an enemy pawn";
        Isolated "isolated" "own isolated pawns";
        BishopPair "bishop_pair" "turns with two bishops against less";
        Contact "contact" "enemy pieces and pawns attacked";
        MenLeft "men_left" "pieces and pawns of both sides left on the board";
    }
}

impl Habit {
    /// Returns true if the whole game is the only chance. Then [`HabitShare::chances`] stays 0, and
    /// [`HabitShare::happened`] counts the times in the game.
    pub const fn is_per_game(self) -> bool {
        matches!(
            self,
            Self::CastledQueenside | Self::CastledKingside | Self::QueenTraded
        )
    }

    /// Returns true if one chance adds any amount, so that only a mean says something: squares, pieces on a king.
    ///
    /// All others but those [per game](Self::is_per_game) are shares: they happen at most once for each chance.
    pub const fn is_amount(self) -> bool {
        matches!(
            self,
            Self::LeftHanging
                | Self::KingHits
                | Self::Closeness
                | Self::Reach
                | Self::Space
                | Self::KingExposed
                | Self::Stake
                | Self::Contact
                | Self::MenLeft
        )
    }
}

/// The families of habits, one file each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HabitFamily {
    /// Pieces and pawns exchanged, offered and kept.
    Exchanges,
    /// Material given up.
    Sacrifices,
    /// Pieces against the enemy king.
    Assault,
    /// Pawns against the enemy king, and pawn moves in general.
    Storms,
    /// Where the pieces move.
    Activity,
    /// Castling and the own king's safety.
    King,
    /// The queens' moves and their exchange.
    Queens,
    /// How sharp the position is.
    Danger,
    /// Quiet moves, protection and retreats.
    Quiet,
    /// Pawn structure, and the pieces left on the board.
    Structure,
}

/// One side's shares of all habits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HabitShares([HabitShare; Habit::ALL.len()]);

impl Default for HabitShares {
    fn default() -> Self {
        Self([HabitShare::default(); Habit::ALL.len()])
    }
}

impl HabitShares {
    /// Returns the share of one habit.
    pub const fn of(&self, habit: Habit) -> HabitShare {
        self.0[habit as usize]
    }

    /// Counts one more chance, `taken` or not.
    pub const fn add_chance(&mut self, habit: Habit, taken: bool) {
        self.add_amount(habit, taken as u32, 1);
    }

    /// Adds an amount out of the greatest possible one. A move adds some hundreds at most, so no game overflows
    /// the sums.
    pub const fn add_amount(&mut self, habit: Habit, happened: u32, chances: u32) {
        let share = &mut self.0[habit as usize];
        share.happened += happened;
        share.chances += chances;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_lists_every_habit_with_its_question() {
        let page = include_str!("../../../docs/reference/habits.md");
        for habit in Habit::ALL {
            let (name, question) = (habit.name(), habit.question());
            let is_row = |line: &str| {
                line.starts_with(&format!("| `{name}` |"))
                    && line.ends_with(&format!("| {question} |"))
            };
            assert!(page.lines().any(is_row), "{name}: {question}");
        }
        let rows = page
            .lines()
            .filter(|line| line.starts_with("| `") && !line.contains("NAME"));
        assert_eq!(rows.count(), Habit::ALL.len());
    }
}
