import { useTexts } from '../../i18n';
import { isolated } from '../../i18n/isolated';
import type { OpponentCard } from '../../net/opponents';
import { AxisBand } from './AxisBand';

/** An opponent in short: remembered games, both axes of style, strength. */
export function Summary({ card }: { card: OpponentCard }) {
  const words = useTexts().opponents;
  const { strength } = card;
  return (
    <>
      <p>
        {words.games(card.games, card.games_played)} <span class="detail">{words.lastSeen(card.last_seen.slice(0, 10))}</span>
      </p>
      {card.aliases.length > 0 && <p class="detail">{words.also(card.aliases.map(isolated).join(', '))}</p>}
      {card.axes && <AxisBand name="attacking" axis={card.axes.attacking} />}
      {card.axes?.complicating && <AxisBand name="complicating" axis={card.axes.complicating} />}
      <p class="detail">
        {strength
          ? words.strength(strength.rating, ...strength.rating_interval_95, strength.scale, card.strength_from.games)
          : words.noStrength}
      </p>
    </>
  );
}
