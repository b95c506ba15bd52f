import { useEffect } from 'preact/hooks';
import { useTexts } from '../../i18n';
import type { OpponentCard } from '../../net/opponents';
import { useStore } from '../../store';
import { AxisBand } from './AxisBand';
import { Change } from './Change';
import { known, readDetails, readWhenLookedAt } from './known';
import { Memory } from './Memory';

function Card({ card }: { card: OpponentCard }) {
  const texts = useTexts();
  const words = texts.opponents;
  const details = useStore(known).details[card.id];
  const { strength } = card;
  return (
    <li class="card person">
      <div class="card-head">
        <h3>{card.name}</h3>
        <span class="detail">{card.origin ? words.on(words.kinds[card.kind], card.origin) : words.kinds[card.kind]}</span>
      </div>
      <p>
        {words.games(card.games, card.games_played)} <span class="detail">{words.lastSeen(card.last_seen.slice(0, 10))}</span>
      </p>
      {card.aliases.length > 0 && <p class="detail">{words.also(card.aliases.join(', '))}</p>}
      {card.axes && <AxisBand name="attacking" axis={card.axes.attacking} />}
      {card.axes?.complicating && <AxisBand name="complicating" axis={card.axes.complicating} />}
      <p class="detail">
        {strength
          ? words.strength(strength.rating, ...strength.rating_interval_95, strength.scale, card.strength_from.games)
          : words.noStrength}
      </p>
      <details onToggle={(event) => event.currentTarget.open && void readDetails(card.id)}>
        <summary>{words.remembered}</summary>
        {details ? <Memory details={details} /> : <p class="detail">{words.loading}</p>}
      </details>
      <Change card={card} />
    </li>
  );
}

/** One card for each remembered opponent. */
export function Opponents() {
  const texts = useTexts();
  const { cards, failed } = useStore(known);
  useEffect(readWhenLookedAt, []);
  return (
    <main class="opponents">
      <section aria-labelledby="content">
        <h2 id="content" tabIndex={-1}>
          {texts.opponents.title}
        </h2>
        <p class="detail">
          {texts.opponents.help} {texts.see.scale}
        </p>
        {failed && (
          <p class="notice" role="alert">
            {failed}
          </p>
        )}
        {!cards && !failed && <p class="detail">{texts.opponents.loading}</p>}
        {cards?.length === 0 && <p>{texts.opponents.none}</p>}
        <ul class="people">
          {cards?.map((card) => (
            <Card key={card.id} card={card} />
          ))}
        </ul>
      </section>
    </main>
  );
}
