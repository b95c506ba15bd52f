import { FigureTable } from '../../FigureTable';
import { useTexts } from '../../i18n';
import type { OpponentDetails, ResultsAgainst } from '../../net/opponents';

/** Results by group, the groups with most games first. */
function Results({ title, groups, naming }: { title: string; groups: Record<string, ResultsAgainst>; naming(key: string): string }) {
  const texts = useTexts();
  const percent = new Intl.NumberFormat(texts.locale, { style: 'percent', maximumFractionDigits: 0 });
  const rows = Object.entries(groups).sort(([, one], [, other]) => other.games - one.games);
  if (rows.length === 0) return null;
  return (
    <FigureTable
      label={title}
      isTitled
      heads={[texts.opponents.group, texts.opponents.won, texts.opponents.drawn, texts.opponents.lost, texts.opponents.scored]}
      rows={rows.map(([key, row]) => {
        const finished = row.won + row.drawn + row.lost;
        const score = finished === 0 ? '–' : percent.format((row.won + row.drawn / 2) / finished);
        return { key, cells: [naming(key), row.won, row.drawn, row.lost, score] };
      })}
    />
  );
}

/** What is remembered of an opponent: what was tried and how it scored, habits, openings, last games. */
export function Memory({ details }: { details: OpponentDetails }) {
  const texts = useTexts();
  const words = texts.opponents;
  const decimal = new Intl.NumberFormat(texts.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <>
      <h4>{words.habits}</h4>
      {details.habits.length === 0 ? (
        <p class="detail">{words.noHabits}</p>
      ) : (
        <ul class="habits">
          {details.habits.map((habit) => (
            <li key={habit.sign}>
              {habit.more ? words.more : words.less} {texts.peers.habit(habit.sign, habit.question)}{' '}
              <span class="detail">
                {habit.mean === null
                  ? words.counted(habit.counts[0], habit.counts[1], habit.games)
                  : words.average(decimal.format(habit.mean), habit.games)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Results title={words.tried} groups={details.by_objective} naming={(key) => words.objectives[key] ?? key} />
      <Results title={words.openings} groups={details.by_opening} naming={(key) => (key === 'another start' ? words.otherStart : key)} />
      {details.last_games.length > 0 && (
        <>
          <h4>{words.lastGames}</h4>
          <ul class="last-games">
            {details.last_games.map((game, index) => (
              <li key={index}>
                <span class="detail">{game.played_at?.slice(0, 10) ?? words.noDate}</span> {words.color[game.color]},{' '}
                {game.result === null ? words.unfinished : words.result[game.result]}, {words.moves(game.moves)}
                {game.opening && <span class="detail"> {game.opening}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
