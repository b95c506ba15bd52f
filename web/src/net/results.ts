/** Results and example games, as all parts of the report have them. */
export interface WinDrawLoss {
  won: number;
  drawn: number;
  lost: number;
}

export interface ExampleGame {
  game: string;
  outcome: string;
  place: string;
  number: number;
  moves: string[];
}
