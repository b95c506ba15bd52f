import { FigureTable } from '../../FigureTable';
import type { AmongPeers, AxisPercentile, PlayerTrait } from '../../net/report';
import { MOST_GROUPS, MOST_TRAITS } from './claims';
import { inHundred, useFormats } from './formats';
import { Positions } from './Positions';

/** The user's place among a hundred peers, with its interval. */
function Percentile({ found }: { found: AxisPercentile }) {
  const { peers } = useFormats();
  const [low, high] = found.interval_95;
  const label = peers.percentile[found.axis](Math.round(found.percentile), Math.round(low), Math.round(high));
  return (
    <div class="axis percentile">
      <p>{label}</p>
      <div class="track" aria-hidden="true">
        <i class="mark middle" />
        <i class="band" style={{ left: `${low}%`, width: `${Math.max(1, high - low)}%` }} />
        <i class="mark here" style={{ left: `${found.percentile}%` }} />
      </div>
    </div>
  );
}

function Trait({ found }: { found: PlayerTrait }) {
  const { peers } = useFormats();
  // A trait of less is told by the games of peers that show more of it.
  const isMore = found.direction === 'more';
  const at = (share: number): number => inHundred(isMore ? share : 1 - share);
  const [one, other] = found.ahead_interval_95;
  const parts = found.stability;
  return (
    <li>
      <p>
        <strong>{isMore ? peers.more : peers.less}</strong>: {peers.habit(found.habit, found.question)}:{' '}
        {peers.ahead[found.direction](at(found.ahead), at(isMore ? one : other), at(isMore ? other : one))}
      </p>
      <p class="detail">
        {peers.stability[parts.verdict] ?? parts.verdict}:{' '}
        {peers.parity(at(parts.odd), at(parts.even))};{' '}
        {parts.halves === null ? peers.noHalves : peers.halves(at(parts.halves.earlier), at(parts.halves.later))}
      </p>
      <Positions positions={found.positions} />
    </li>
  );
}

function AllHabits({ among }: { among: AmongPeers }) {
  const { peers } = useFormats();
  if (among.habits.length === 0) return null;
  return (
    <details>
      <summary>{peers.allHabits}</summary>
      <FigureTable
        label={peers.allHabits}
        heads={[peers.habitColumn, peers.aheadColumn, peers.intervalColumn, peers.traitColumn]}
        rows={among.habits.map((habit) => ({
          key: habit.habit,
          cells: [
            peers.habit(habit.habit, habit.question),
            inHundred(habit.ahead),
            habit.ahead_interval_95.map(inHundred).join(' – '),
            habit.is_trait ? peers.yes : '',
          ],
        }))}
      />
    </details>
  );
}

/** Where the user stands among peers, and the traits that stand out. */
export function Standing({ among }: { among: AmongPeers }) {
  const { peers } = useFormats();
  const { standing, traits, habits } = among;
  const more = standing.peers.slice(MOST_GROUPS).reduce((sum, group) => sum + group.games, 0);
  return (
    <>
      <h4>{peers.standing}</h4>
      {standing.percentiles.length === 0 && <p class="detail">{peers.noPercentile}</p>}
      {standing.percentiles.map((found) => (
        <Percentile key={found.axis} found={found} />
      ))}
      <ul class="detail">
        {standing.peers.slice(0, MOST_GROUPS).map((group) => (
          <li key={`${group.population} ${group.rating_from} ${group.pace}`}>
            {peers.peers(
              group.games,
              peers.populations[group.population] ?? group.population,
              group.rating_from === null ? '' : peers.rating(group.rating_from),
              group.pace === null ? '' : (peers.paces[group.pace] ?? group.pace),
            )}
          </li>
        ))}
        {more > 0 && <li>{peers.morePeers(more)}</li>}
      </ul>
      <p class="detail">{peers.standingHelp}</p>
      <h4>{peers.traits}</h4>
      {traits.length === 0 && <p>{habits.length === 0 ? peers.nothingTested : peers.noTraits}</p>}
      <ul class="traits">
        {traits.slice(0, MOST_TRAITS).map((found) => (
          <Trait key={found.habit} found={found} />
        ))}
      </ul>
      {traits.length > MOST_TRAITS && <p class="detail">{peers.moreTraits(traits.length - MOST_TRAITS)}</p>}
      {habits.length > 0 && <p class="detail">{peers.traitsHelp(habits.length)}</p>}
      <AllHabits among={among} />
    </>
  );
}
