import { announce } from '../announce';
import { commands, isMyTurn, livePosition, playMove, setPremove, show, shownPly, shownPosition, view } from '../game';
import type { Texts } from '../i18n';
import { copyFen, copyPgn } from '../clipboard';
import { levelInWords, levels } from '../levels';
import { settings } from '../settings';
import { commandOf } from './command-words';
import { positionAt } from './line';
import { readPremove } from './premove';
import { evaluationAt, moveInWords, positionInWords } from './shown';
import { readTypedMove } from './typed';
import { clocksInWords, lineInWords, movesOf, piecesInWords, shownSan } from './words';

/** What came of a typed line: done, or a sentence to be shown. */
export type Answer = { done: true; said?: string } | { done: false; said: string };

const SPANISH_PIECES: Record<string, string> = { R: 'K', D: 'Q', T: 'R', C: 'N' };

function opponentInWords(texts: Texts): string {
  const { state } = view.get();
  const { level, smallPrint } = levelInWords((state?.game ?? state?.settings)?.level.elo ?? null, levels.get().rows, texts);
  return texts.say.opponent([level, smallPrint].filter((part) => part !== '').join(', '));
}

function said(text: string | undefined, or: string): Answer {
  return text === undefined ? { done: false, said: or } : { done: true, said: text };
}

/** `p N`, `s e`, `m e4`: questions about the board as it is shown. */
function question(letter: string, about: string, texts: Texts): Answer | undefined {
  const position = shownPosition();
  const unknown = texts.field.unknown(`${letter} ${about}`);
  if (letter === 'p') {
    const spanish = settings.get().letters === 'es' ? SPANISH_PIECES[about.toUpperCase()] : undefined;
    const english = about === about.toLowerCase() ? spanish?.toLowerCase() : spanish;
    return said(piecesInWords(position, english ?? about, texts), unknown);
  }
  if (letter === 's') return said(lineInWords(position, about.toLowerCase(), texts), unknown);
  if (letter === 'm' && /^[a-h][1-8]$/i.test(about)) return said(movesOf(position, about.toLowerCase(), texts), unknown);
  return undefined;
}

/** Goes to another position of the game. It is read out; where there is none, the one that stays is said. */
function goTo(ply: number, texts: Texts): Answer {
  const before = shownPly();
  show(ply);
  return shownPly() === before ? { done: true, said: positionInWords(view.get(), before, texts) } : { done: true };
}

/** Ends a game that has not begun, as on lichess: later it has to be resigned. */
function abort(texts: Texts): Answer {
  if (commands.abort()) return { done: true };
  const game = view.get().state?.game;
  return { done: false, said: game?.result ? texts.field.over : game ? texts.field.tooLateToAbort : texts.errors.codes.no_game };
}

/** Commands of one word, in both languages. */
function oneWord(word: string, texts: Texts): Answer | undefined {
  const does = (act: () => void): Answer => {
    act();
    return { done: true };
  };
  switch (commandOf(word)) {
    case 'clock':
      return { done: true, said: clocksInWords(view.get(), texts) };
    case 'last':
      return { done: true, said: moveInWords(view.get(), shownPly(), texts) };
    case 'opponent':
      return { done: true, said: opponentInWords(texts) };
    case 'evaluation':
      return { done: true, said: evaluationAt(view.get(), shownPly(), texts) };
    case 'fen':
      return does(() => void copyFen());
    case 'pgn':
      return does(() => void copyPgn());
    case 'draw':
      return does(() => commands.draw());
    case 'takeBack':
      return does(() => commands.takeBack());
    case 'resign':
      return does(() => commands.resign());
    case 'hint':
      return does(() => commands.hint());
    case 'flip':
      return does(() => commands.flip());
    case 'abort':
      return abort(texts);
    case 'previous':
      return goTo(shownPly() - 1, texts);
    case 'next':
      return goTo(shownPly() + 1, texts);
    case 'first':
      return goTo(0, texts);
    case 'latest':
      return goTo(view.get().line.moves.length, texts);
    case 'new':
      return does(() => commands.open('new'));
    case 'help':
      return does(() => commands.open('help'));
    case 'board':
      return does(() => document.querySelector<HTMLElement>('.squares [tabindex="0"]')?.focus());
    case undefined:
      return undefined;
  }
}

function typedMove(text: string, texts: Texts): Answer {
  const game = view.get().state?.game;
  const { letters, language } = settings.get();
  const shown = letters === 'figurine' ? 'en' : letters;
  const preferred = letters === 'figurine' ? language : letters;
  // While the coach asks about a move, the user thinks of the position before it.
  const asked = game?.warning ? positionAt(view.get().line, game.warning.ply - 1) : null;
  if (game && !asked && !game.result && !isMyTurn()) {
    const premove = readPremove(livePosition(), text, game.human, preferred);
    if (premove !== undefined) setPremove(premove);
    return premove === undefined ? { done: false, said: texts.field.notYourTurn } : { done: true };
  }
  const read = readTypedMove(asked ?? livePosition(), text, preferred);
  if (read.kind === 'ambiguous') {
    return { done: false, said: texts.field.ambiguous(read.sans.map((san) => shownSan(san, shown)).join(', ')) };
  }
  if (game?.result) return { done: false, said: texts.field.over };
  if (asked && read.kind === 'move') {
    commands.playInstead(read.uci);
    return { done: true };
  }
  if (!asked && !isMyTurn()) return { done: false, said: texts.field.notYourTurn };
  if (read.kind === 'move' && playMove(read.uci)) return { done: true };
  const looksLikeMove = /[a-h][1-8]|^[0o](-?[0o])+$/i.test(text);
  return { done: false, said: looksLikeMove ? texts.field.illegal(text) : texts.field.unknown(text) };
}

/** Does what a line typed into the move field says: a move, or a command as in lichess' blind mode. */
export function runTyped(line: string, texts: Texts): Answer {
  const text = line.trim();
  if (text === '') return { done: true };
  const asked = /^([psm])\s+(\S+)$/i.exec(text);
  const answered = asked && question((asked[1] ?? '').toLowerCase(), asked[2] ?? '', texts);
  if (answered) return answered;
  const back = /^(\S+)\s+(\d{1,3})$/.exec(text);
  if (back && commandOf((back[1] ?? '').toLowerCase()) === 'takeBack') {
    commands.takeBack(Number(back[2]));
    return { done: true };
  }
  return oneWord(text.toLowerCase(), texts) ?? typedMove(text, texts);
}

/** Says what a typed line came to, for eyes and ears. */
export function answerTyped(line: string, texts: Texts): boolean {
  const answer = runTyped(line, texts);
  if (answer.said !== undefined) {
    view.update({ message: answer.said });
    announce(answer.said);
  }
  return answer.done;
}
