import { announce } from './announce';
import { premoveInWords } from './chess/premove';
import { positionInWords, reviewInWords } from './chess/shown';
import { evaluationInWords, sanInWords } from './chess/words';
import { shownPly, view, type View } from './game';
import { texts } from './i18n';
import { levels, nextLevelInWords } from './levels';
import { noticeInWords } from './notice';
import { resultInWords } from './result';
import { settings } from './settings';
import { playSound } from './sound';

/** What the user goes to by looking back and forward: the move, its chances and the judgement of the review. */
function shownChange(now: View, before: View): string[] {
  const words = texts();
  const isSameGame = now.state?.game?.id === before.state?.game?.id && now.line.moves.length === before.line.moves.length;
  if (!isSameGame || shownPly(now) === shownPly(before)) return [];
  // A slider says its own value.
  if (document.activeElement?.matches('input[type=range]')) return [];
  const isPlaying = !now.state?.game?.result;
  const leaves = isPlaying && before.shown === null ? [words.board.viewing] : [];
  const returns = isPlaying && now.shown === null ? [`${words.moves.live}.`] : [];
  return [...leaves, ...returns, positionInWords(now, shownPly(now), words)];
}

/** Hints and the review, once they are there. */
function helpChange(now: View, before: View): string[] {
  const words = texts();
  const [game, earlier] = [now.state?.game, before.state?.game];
  if (!game || !earlier || game.id !== earlier.id) return [];
  const said: string[] = [];
  const { hint, review } = game;
  if (hint && (hint.ply !== earlier.hint?.ply || hint.level !== earlier.hint.level)) {
    said.push(words.actions.hintIs(hint.san ? sanInWords(hint.san, words) : hint.from));
  }
  const isWhole = (of: typeof review): boolean => of !== null && of.done === of.of;
  if (review && isWhole(review) && !isWhole(earlier.review)) said.push(reviewInWords(now, game, review, words));
  return said;
}

/** Says what changed between two views: moves, ends, offers, the connection. */
function changes(now: View, before: View): string[] {
  const said: string[] = [];
  const words = texts();
  const game = now.state?.game;
  const earlier = before.state?.game;
  if (game && earlier && game.id !== earlier.id) said.push(words.say.newGame(words.color[game.human]));
  else if (now.line.moves.length < before.line.moves.length && game) said.push(words.say.takenBack);
  for (const move of now.line.moves.slice(before.line.moves.length)) {
    if (!before.state || game?.id !== earlier?.id) break;
    const mover = move.after.turn === 'white' ? 'black' : 'white';
    said.push(words.say.played(words.color[mover], sanInWords(move.san, words)));
    playSound(/[+]/.test(move.san) ? 'check' : move.san.includes('x') ? 'capture' : 'move');
  }
  const last = game?.moves.at(-1);
  if (settings.get().sayEvaluation && last?.evaluation && last !== earlier?.moves.at(-1)) {
    if (game?.moves.length !== earlier?.moves.length) said.push(evaluationInWords(last.evaluation, words));
  }
  if (game?.draw_answer && !game.draw_answer.accepted && game.draw_answer.ply !== earlier?.draw_answer?.ply) {
    said.push(words.actions.drawDeclined);
  }
  const warning = game?.warning;
  if (warning && warning.ply !== earlier?.warning?.ply) {
    said.push(words.coach.warning(sanInWords(warning.san, words), warning.reply && sanInWords(warning.reply.san, words), Math.round(100 * warning.lost)));
  }
  const isOther = game?.id !== earlier?.id;
  // Another game that is over was pasted.
  if (game?.result && earlier && (isOther || !earlier.result)) {
    said.push(resultInWords(game, words), now.state ? nextLevelInWords(now.state, levels.get().rows, words) : '');
    if (!isOther) playSound('end');
  }
  said.push(...shownChange(now, before), ...helpChange(now, before));
  if (now.premove !== before.premove) {
    if (now.premove) said.push(words.field.premoved(premoveInWords(now.premove, words)));
    else if (now.line === before.line && now.message === '') said.push(words.field.premoveTaken);
  }
  const notice = now.state?.notice;
  if (notice && JSON.stringify(notice) !== JSON.stringify(before.state?.notice)) said.push(noticeInWords(notice, words));
  if (before.connection !== now.connection && before.connection !== 'connecting') {
    if (now.connection === 'lost') said.push(words.connection.lost);
    if (now.connection === 'open') said.push(words.connection.back);
  }
  if (now.message !== '' && now.message !== before.message) said.push(now.message);
  return said;
}

/** Reads changes to the live region. */
export function startNarrator(): void {
  view.listen((now, before) => {
    const said = changes(now, before);
    if (said.length > 0) announce(said.filter((part) => part !== '').join(' '));
  });
}
