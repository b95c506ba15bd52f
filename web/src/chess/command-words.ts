/** The words of the commands that may be typed into the move field. Both languages are taken, whichever the page has. */

export const COMMAND_WORDS = {
  clock: { en: ['c', 'clock'], es: ['c', 'reloj'] },
  last: { en: ['l', 'last'], es: ['l'] },
  opponent: { en: ['o'], es: ['o'] },
  evaluation: { en: ['e', 'eval'], es: ['e'] },
  fen: { en: ['fen'], es: ['fen'] },
  pgn: { en: ['pgn'], es: ['pgn'] },
  draw: { en: ['draw'], es: ['tablas'] },
  takeBack: { en: ['takeback', 'undo'], es: ['retirar'] },
  resign: { en: ['resign'], es: ['rendirse'] },
  hint: { en: ['hint'], es: ['pista'] },
  flip: { en: ['flip'], es: ['girar'] },
  abort: { en: ['abort'], es: ['anular'] },
  previous: { en: ['prev'], es: ['anterior'] },
  next: { en: ['next'], es: ['siguiente'] },
  first: { en: ['first'], es: ['inicio'] },
  latest: { en: ['latest'], es: ['final'] },
  new: { en: ['new'], es: ['nueva'] },
  help: { en: ['?', 'help'], es: ['?', 'ayuda'] },
  board: { en: ['board'], es: ['tablero'] },
} as const;

export type Command = keyof typeof COMMAND_WORDS;

/** The command that a word names. */
export function commandOf(word: string): Command | undefined {
  const names = Object.keys(COMMAND_WORDS) as Command[];
  return names.find((name) => [...COMMAND_WORDS[name].en, ...COMMAND_WORDS[name].es].some((known) => known === word));
}
