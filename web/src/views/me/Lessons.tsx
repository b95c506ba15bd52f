import { FigureTable } from '../../FigureTable';
import type { AmongPeers, MissingTrend, OpeningLine, Trend } from '../../net/report';
import { useFormats } from './formats';
import { Positions } from './Positions';

/** The results opening by opening. */
export function Openings({ openings }: { openings: OpeningLine[] }) {
  const { texts, peers, percent, hundredths } = useFormats();
  if (openings.length === 0) return null;
  return (
    <>
      <h4>{peers.openings}</h4>
      <FigureTable
        label={peers.openings}
        heads={[peers.opening, texts.games, texts.score, texts.beyond]}
        rows={openings.map((line) => ({
          key: line.color + line.name,
          cells: [
            <>
              {peers.openingName(line.name)} <span class="detail">({[...new Set(line.eco)].join('–')}, {peers.withColor[line.color]})</span>
              {line.variation !== null && (
                <p class="detail">
                  {peers.variation} {peers.openingName(line.variation)}
                </p>
              )}
              <Positions positions={line.positions} />
            </>,
            line.won + line.drawn + line.lost,
            `${percent.format(line.score)} ± ${Math.round(100 * line.error_95)}`,
            line.by_rating ? hundredths(line.by_rating.difference, line.by_rating.error_95) : '–',
          ],
        }))}
      />
      <p class="detail">{peers.openingsHelp}</p>
    </>
  );
}

/** How style and results changed over time, or why that cannot be told. */
export function OverTime({ among }: { among: AmongPeers }) {
  const { peers } = useFormats();
  const { trend, missing_trend: missing } = among;
  if (trend === null && missing === null) return null;
  return (
    <>
      <h4>{peers.trend}</h4>
      {trend !== null && <Periods trend={trend} />}
      {missing !== null && <NoTrend missing={missing} />}
    </>
  );
}

function NoTrend({ missing }: { missing: MissingTrend }) {
  const { missingTrend } = useFormats().peers;
  switch (missing.kind) {
    case 'few_games':
      return <p>{missingTrend.few(missing.games, missing.enough)}</p>;
    case 'one_date':
      return <p>{missingTrend.oneDate[missing.precision](missing.games)}</p>;
    case 'one_sided':
      return <p>{missingTrend.oneSided(missing.enough)}</p>;
  }
}

function Periods({ trend }: { trend: Trend }) {
  const { texts, peers, scored, hundredths } = useFormats();
  const years = (of: [number, number] | null): string => (of === null ? '' : of[0] === of[1] ? `${of[0]}` : `${of[0]}–${of[1]}`);
  const maybe = (is: boolean): string => (is ? '' : ` (${peers.mayBeChance})`);
  return (
    <>
      <FigureTable
        label={peers.trend}
        heads={[peers.period, texts.games, peers.attackingColumn, peers.pointsColumn]}
        rows={[
          ...trend.periods.map((period, place) => ({
            key: place,
            cells: [
              `${place + 1}. ${years(period.years)}`,
              period.games,
              scored(period.attacking, period.attacking_error_95),
              hundredths(period.beyond, period.beyond_error_95),
            ],
          })),
          {
            key: 'change',
            cells: [
              peers.change,
              '',
              scored(trend.attacking.change, trend.attacking.error_95) + maybe(trend.attacking.is_beyond_chance),
              hundredths(trend.points.change, trend.points.error_95) + maybe(trend.points.is_beyond_chance),
            ],
          },
        ]}
      />
      <p class="detail">
        {peers.trendHelp} {!trend.is_dated && peers.undatedHelp}
      </p>
    </>
  );
}

/** What the report cannot say. */
export function Limits({ among }: { among: AmongPeers }) {
  const { peers } = useFormats();
  return (
    <>
      <h4>{peers.limits}</h4>
      <ul class="limits">
        {among.limits.map((limit) => (
          <li key={limit.kind}>{peers.limit[limit.kind]?.(limit.games ?? 0, limit.enough ?? 0) ?? limit.kind}</li>
        ))}
      </ul>
    </>
  );
}
