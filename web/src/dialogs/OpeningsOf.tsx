import { useEffect } from 'preact/hooks';
import { useTexts, type Texts } from '../i18n';
import { isolated } from '../i18n/isolated';
import type { ColorName, OpponentName } from '../net/contract';
import type { OpponentCard } from '../net/opponents';
import { useStore } from '../store';
import { cardOf, known, readWhenLookedAt } from '../views/opponents/known';

/** The colours that the engine may have when the user chooses this one. */
const enginesColors = (color: ColorName | 'random'): ColorName[] =>
  color === 'random' ? ['white', 'black'] : [color === 'white' ? 'black' : 'white'];

/** How many games of an opponent are known with each colour that the engine may have. */
function gamesInWords(card: OpponentCard, color: ColorName | 'random', texts: Texts): string {
  const counts = enginesColors(color).map((mine) => texts.newGame.gamesWith(card.opening_games[mine], mine));
  return texts.newGame.knownGames(card.name, counts);
}

/** Says whether openings of the user's games are known. */
export function OpeningsMet({ name }: { name: string | null }) {
  const texts = useTexts();
  const { cards } = useStore(known);
  useEffect(readWhenLookedAt, []);
  const card = cards && name !== null ? cardOf(cards, { name, origin: '', kind: 'human' }) : undefined;
  const games = card ? card.opening_games.white + card.opening_games.black : 0;
  return <p class="detail">{cards && (games > 0 ? texts.newGame.metNote(games) : texts.newGame.nothingMet)}</p>;
}

/** Asks whose openings the engine plays: of opponents whose games with its colour were read. */
export function OpeningsOf(props: { color: ColorName | 'random'; of: OpponentName | null; choose(of: OpponentName | null): void }) {
  const texts = useTexts();
  const { cards, failed } = useStore(known);
  useEffect(readWhenLookedAt, []);
  const people = cards?.filter((card) => enginesColors(props.color).some((mine) => card.opening_games[mine] > 0)) ?? [];
  const chosen = props.of ? cardOf(people, props.of) : undefined;
  if (!cards) return <p class={failed ? 'message' : 'detail'}>{failed ?? texts.opponents.loading}</p>;
  return (
    <div class="openings-of">
      <label class="field">
        {texts.newGame.whoseOpenings}
        <select
          required
          value={chosen?.id ?? ''}
          aria-describedby="openings-of-note"
          onChange={(event) => {
            const card = people.find((one) => one.id === Number(event.currentTarget.value));
            props.choose(card ? { name: card.name, origin: card.origin, kind: card.kind } : null);
          }}
        >
          <option value="">{texts.newGame.chooseOpponent}</option>
          {people.map((card) => (
            <option key={card.id} value={card.id}>
              {card.origin ? `${isolated(card.name)} (${isolated(card.origin)})` : card.name}
            </option>
          ))}
        </select>
      </label>
      <p class="detail" id="openings-of-note">
        {people.length === 0 ? texts.newGame.nobodysGames : chosen ? gamesInWords(chosen, props.color, texts) : texts.newGame.openingsOfNote}
      </p>
    </div>
  );
}
