import { moveNumber, positionAt } from '../chess/line';
import { showBoard } from '../board/inView';
import { positionInWords } from '../chess/shown';
import { shownSan } from '../chess/words';
import { commands, show, shownPly, view } from '../game';
import { useTexts } from '../i18n';
import type { ScoreText } from '../i18n/en';
import type { AxisScore, Game, Review as Reviewed, ReviewMove } from '../net/contract';
import { settings } from '../settings';
import { useStore } from '../store';
import { points, styleInWords } from './bands';
import { chancesPath, costly } from './chances';

/** Mistakes of the user that are listed. */
const MOST = 5;

function useMoveName(): (ply: number) => string {
  const { line } = useStore(view);
  const { letters } = useStore(settings);
  return (ply) => {
    const move = line.moves[ply - 1];
    return move ? `${moveNumber(line, ply - 1)} ${shownSan(move.san, letters)}` : '';
  };
}

/** Shows the position after so many moves, and the board with it. */
function jump(ply: number): void {
  show(ply);
  showBoard();
}

/** Goes back to the position before a move, and shows the board. */
function retry(ply: number): void {
  commands.playOn(ply - 1);
  showBoard();
}

/** White's winning chances move by move; the slider shows each position. */
function Graph({ review }: { review: Reviewed }) {
  const texts = useTexts();
  const now = useStore(view);
  const ply = shownPly(now);
  const left = (at: number): number => (100 * at) / Math.max(1, review.of);
  return (
    <div class="history chances">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="white" d={chancesPath(review)} />
        <line x1="0" x2="100" y1="50" y2="50" class="zero" />
        {review.turning_point !== null && (
          <line
            x1={left(review.turning_point)}
            x2={left(review.turning_point)}
            y1="0"
            y2="100"
            class="turn"
          />
        )}
      </svg>
      <input
        type="range"
        min={0}
        max={review.of}
        value={ply}
        aria-label={`${texts.review.chances}. ${texts.see.historyHelp}`}
        aria-valuetext={positionInWords(now, ply, texts)}
        onInput={(event) => show(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** One costly move: what it cost, what was better, and the way back to the position before it. */
function Mistake({ move, game }: { move: ReviewMove; game: Game }) {
  const texts = useTexts();
  const { letters } = useStore(settings);
  const name = useMoveName();
  const { line } = useStore(view);
  const mine = positionAt(line, move.ply - 1).turn === game.human;
  return (
    <li>
      <button type="button" class="link" onClick={() => jump(move.ply)}>
        {name(move.ply)}
      </button>{' '}
      {texts.review.cost(texts.review.qualities[move.quality], Math.round(100 * move.lost))}
      {move.better && ` ${texts.review.better(shownSan(move.better.san, letters))}`}{' '}
      {mine && (
        <button type="button" class="retry" onClick={() => retry(move.ply)}>
          {texts.review.retry}
        </button>
      )}
    </li>
  );
}

/** A score with its interval: how much the game told is seen by how much narrower that became. */
function scoreText(of: AxisScore): ScoreText {
  return [of.score, ...of.interval_95].map(points) as ScoreText;
}

/** What the game has shown of the user, by the axes before it and now. */
function Learned() {
  const texts = useTexts();
  const seen = useStore(view).state?.how_i_see_you;
  if (!seen || seen.moves_seen === 0) return null;
  return (
    <>
      <h3>{texts.review.learned}</h3>
      <p>
        {texts.review.sawMoves(seen.moves_seen)} {styleInWords(seen, texts)}
      </p>
      <ul class="before-after">
        {seen.axes.map(({ name, before, now }) => {
          if (!now) return null;
          return <li key={name}>{texts.review.axis(texts.see.axes[name], before && scoreText(before), scoreText(now))}</li>;
        })}
      </ul>
      <p class="detail">{texts.review.axisScale}</p>
    </>
  );
}

/** The review of a finished game: chances, turning point, the user's mistakes, and what it has shown of them. */
export function Review() {
  const texts = useTexts();
  const now = useStore(view);
  const name = useMoveName();
  const game = now.state?.game;
  const review = game?.review;
  if (!game || !review) return null;
  const isMine = (ply: number): boolean => positionAt(now.line, ply - 1).turn === game.human;
  const mistakes = costly(review, isMine);
  const whole = review.done === review.of;
  const turn = review.turning_point;
  const turning = turn === null ? undefined : review.moves[turn - 1];
  return (
    <section class="card review" aria-labelledby="review-title">
      <h2 id="review-title">{texts.review.title}</h2>
      <p class="lead">
        {!whole ? (
          texts.review.progress(review.done, review.of)
        ) : turning ? (
          <>
            {texts.review.turned(isMine(turning.ply))}{' '}
            <button type="button" class="link" onClick={() => jump(turning.ply)}>
              {name(turning.ply)}
            </button>
          </>
        ) : (
          texts.review.noTurn
        )}
      </p>
      <Graph review={review} />
      <p class="detail">{texts.review.scale}</p>
      {whole && (
        <>
          <h3>{texts.review.mistakes}</h3>
          {mistakes.length === 0 ? (
            <p>{texts.review.noMistakes}</p>
          ) : (
            <ul>
              {mistakes.slice(0, MOST).map((move) => (
                <Mistake key={move.ply} move={move} game={game} />
              ))}
            </ul>
          )}
          {mistakes.length > MOST && <p>{texts.review.moreMistakes(mistakes.length - MOST)}</p>}
          <Learned />
        </>
      )}
    </section>
  );
}
