import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../../i18n';
import type { OpponentCard } from '../../net/opponents';
import { useStore } from '../../store';
import { Change } from './Change';
import { known, readDetails, readWhenLookedAt, showCard } from './known';
import { Memory } from './Memory';
import { Summary } from './Summary';

function Card({ card }: { card: OpponentCard }) {
  const texts = useTexts();
  const words = texts.opponents;
  const { details: read, unread, wanted } = useStore(known);
  const details = read[card.id];
  const failed = unread[card.id];
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wanted !== card.id) return;
    head.current?.scrollIntoView();
    head.current?.focus({ preventScroll: true });
    showCard(null);
  }, [wanted]);
  return (
    <li class="card person">
      <div class="card-head">
        <h3 ref={head} tabIndex={-1}>
          {card.name}
        </h3>
        <span class="detail">{card.origin ? words.on(words.kinds[card.kind], card.origin) : words.kinds[card.kind]}</span>
      </div>
      <Summary card={card} />
      <details onToggle={(event) => event.currentTarget.open && void readDetails(card.id)}>
        <summary>{words.remembered}</summary>
        {details && <Memory details={details} />}
        {!details && <p class={failed ? 'notice' : 'detail'}>{failed ?? words.loading}</p>}
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
