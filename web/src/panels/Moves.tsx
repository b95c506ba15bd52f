import { useEffect, useRef } from 'preact/hooks';
import { moveNumber } from '../chess/line';
import { QUALITY_SIGNS } from '../chess/shown';
import { sanInWords, shownSan } from '../chess/words';
import { commands, show, shownPly, view } from '../game';
import { useTexts } from '../i18n';
import { settings } from '../settings';
import { useStore } from '../store';

/** The moves of the game; each shows its position. Once the review is there, costly ones have its judgement. */
export function Moves() {
  const texts = useTexts();
  const now = useStore(view);
  const { letters } = useStore(settings);
  const list = useRef<HTMLOListElement>(null);
  const ply = shownPly(now);
  const count = now.line.moves.length;
  const game = now.state?.game;
  const review = game?.review;
  const reviewed = review && review.done === review.of ? review.moves : [];

  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current="true"]');
    if (!box || !current) return;
    // Only the list scrolls, never the page.
    box.scrollTop = current.offsetTop - box.clientHeight / 2;
    box.scrollLeft = current.offsetLeft - box.clientWidth / 2;
    // The judgements of the review make lines longer.
  }, [ply, count, reviewed.length]);

  const before = now.line.moves[ply - 1];
  return (
    <div class="moves">
      <p class="opening detail">
        {game?.opening && (
          <>
            {game.opening.eco} {texts.peers.openingName(game.opening.name)}
          </>
        )}
      </p>
      <ol ref={list} aria-label={texts.moves.label} tabIndex={0}>
        {count === 0 && <li class="empty">{texts.moves.none}</li>}
        {now.line.moves.map((move, index) => {
          const first = index === 0 || move.after.turn === 'black';
          const quality = reviewed[index]?.quality ?? 'sound';
          const judgement = quality === 'sound' ? undefined : texts.review.qualities[quality];
          const written = shownSan(move.san, letters) + QUALITY_SIGNS[quality];
          const said = [`${moveNumber(now.line, index)} ${written}`, sanInWords(move.san, texts), judgement];
          return (
            <li key={`${index}${move.uci}`} class={first ? 'first' : ''}>
              {first && <span class="number">{moveNumber(now.line, index)}</span>}
              <button
                type="button"
                aria-current={ply === index + 1 ? 'true' : undefined}
                aria-label={said.filter((part) => part !== undefined).join(', ')}
                title={judgement}
                class={game && index < game.given_plies ? 'given' : ''}
                onClick={() => show(index + 1)}
              >
                {written}
              </button>
            </li>
          );
        })}
      </ol>
      <div class="steps">
        <button type="button" aria-label={texts.moves.first} disabled={ply === 0} onClick={() => show(0)}>
          «
        </button>
        <button type="button" aria-label={texts.moves.back} disabled={ply === 0} onClick={() => show(ply - 1)}>
          ‹
        </button>
        <button type="button" aria-label={texts.moves.forward} disabled={ply >= count} onClick={() => show(ply + 1)}>
          ›
        </button>
        <button type="button" aria-label={texts.moves.live} disabled={ply >= count} onClick={() => show(null)}>
          »
        </button>
        <button
          type="button"
          class="wide"
          disabled={now.shown === null || !game}
          title={texts.moves.playOnHelp(before ? shownSan(before.san, letters) : texts.moves.start)}
          onClick={() => commands.playOn(ply)}
        >
          {texts.moves.playOn}
        </button>
      </div>
    </div>
  );
}
