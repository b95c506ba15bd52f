import { useEffect } from 'preact/hooks';
import { view } from '../../game';
import { useTexts, type Texts } from '../../i18n';
import type { State } from '../../net/contract';
import { useStore } from '../../store';
import { cardOf, known, readWhenLookedAt, showCard } from '../opponents/known';
import { Summary } from '../opponents/Summary';

/** What is missing until the user's style may be told: moves of the game that they play, or of a game to come. */
function missing({ game, seat, how_i_see_you }: State, leastMoves: number, texts: Texts): string {
  const isTheirs = game && !game.result && game.player?.normalize('NFC') === seat.name?.normalize('NFC');
  if (!isTheirs || !how_i_see_you) return texts.me.movesOfAGame(leastMoves);
  const more = how_i_see_you.moves_until_said;
  return more > 0 ? texts.me.moreMoves(more) : texts.me.afterThisGame;
}

/** How the engine sees the user: in short what stands on their card among the opponents. */
export function SeenCard() {
  const texts = useTexts();
  const { state } = useStore(view);
  const { cards, leastMoves, failed } = useStore(known);
  useEffect(readWhenLookedAt, []);
  const name = state?.seat.name ?? null;
  const card = cards && name !== null ? cardOf(cards, { name, origin: '', kind: 'human' }) : undefined;
  return (
    <section class="card person seen no-print" aria-labelledby="content">
      <div class="card-head">
        <h2 id="content" tabIndex={-1}>
          {texts.see.title}
        </h2>
        {name !== null && <span class="detail">{name}</span>}
      </div>
      {failed && (
        <p class="notice" role="alert">
          {failed}
        </p>
      )}
      {state && name === null && <p>{texts.me.guest}</p>}
      {state && name !== null && cards && !card && <p>{missing(state, leastMoves, texts)}</p>}
      {card && (
        <>
          <Summary card={card} />
          <p>
            <a href="#opponents" onClick={() => showCard(card.id)}>
              {texts.me.wholeCard}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
