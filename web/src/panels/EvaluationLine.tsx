import { moveNumber } from '../chess/line';
import { evaluationInWords, shownSan } from '../chess/words';
import { shownPly, view } from '../game';
import { useTexts } from '../i18n';
import type { Evaluation, Game } from '../net/contract';
import { settings } from '../settings';
import { useStore } from '../store';

/** The slope of lichess' formula by which the program turns centipawns into expected points. */
const SLOPE = 0.00368208;

/** White's expected points, 0 to 1; null where nothing is known. */
function whiteChance({ cp, mate }: Evaluation): number | null {
  if (mate !== null) return mate > 0 ? 1 : 0;
  return cp === null ? null : 1 / (1 + Math.exp(-SLOPE * cp));
}

interface Known {
  ply: number;
  evaluation: Evaluation;
  white: number;
}

/** The newest evaluation up to a move: that of the review, which has one for each move, or else of the engine's moves. */
function newest(game: Game, ply: number): Known | undefined {
  const reviewed = game.review?.moves[ply - 1];
  if (reviewed) return reviewed;
  const played = game.moves.slice(0, ply).findLast((move) => move.evaluation);
  if (!played?.evaluation) return undefined;
  const white = whiteChance(played.evaluation);
  return white === null ? undefined : { ply: played.ply, evaluation: played.evaluation, white };
}

/** The engine's evaluation under the board, in pawns and in winning chances, if the settings ask for it. */
export function EvaluationLine() {
  const texts = useTexts();
  const now = useStore(view);
  const { showEvaluation, letters } = useStore(settings);
  const game = now.state?.game;
  if (!showEvaluation || !game) return null;
  const known = newest(game, shownPly(now));
  const move = known && now.line.moves[known.ply - 1];
  return (
    <div class="evaluation">
      <div class="chance" aria-hidden="true">
        <i style={{ width: `${100 * (known?.white ?? 0.5)}%` }} />
      </div>
      <p>
        {known && move
          ? `${texts.see.afterMove(`${moveNumber(now.line, known.ply - 1)} ${shownSan(move.san, letters)}`)}: ${evaluationInWords(known.evaluation, texts)} ${texts.say.evaluationWinning(Math.round(100 * known.white))}`
          : texts.say.noEvaluation}
      </p>
    </div>
  );
}
