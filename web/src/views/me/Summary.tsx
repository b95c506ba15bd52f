import type { StyleReport } from '../../net/me';
import type { PointsDifference } from '../../net/report';
import { isBeyondChance, useFormats } from './formats';
import { pointsOf, useSubjects } from './subjects';
import { useScore } from './Verdict';

/** The most traits that the summary names. */
const MOST_TRAITS = 3;

/** Who stands out and with what, in a few sentences. The parts below give each with its figures. */
export function Summary({ report }: { report: StyleReport }) {
  const { texts, peers, expectation, hundredths } = useFormats();
  const score = useScore();
  const subjects = useSubjects();
  const words = texts.summary;
  const points = ({ difference, error_95 }: PointsDifference): string => words.points(hundredths(difference, error_95));
  const all = report.records.all[0]?.by_rating;
  const traits = report.traits
    .slice(0, MOST_TRAITS)
    .map((found) => `${found.direction === 'more' ? peers.more : peers.less}: ${peers.habit(found.habit, found.question)}`);
  const [brings, costs, first] = [report.strengths[0], report.weaknesses[0], report.training[0]];
  return (
    <>
      <h4>{words.title}</h4>
      <ul class="summary">
        <li>{texts.base(report.games, report.years, report.results.won, report.results.drawn, report.results.lost)}</li>
        <li>{all ? words.against(expectation(all), isBeyondChance(all)) : words.againstUnknown}</li>
        <li>
          {texts.verdict.named[report.named_style ?? 'none']}: {score(report.verdict)}.
        </li>
        {traits.length === 0 ? (
          <li>{report.habits.length === 0 ? peers.nothingTested : peers.noTraits}</li>
        ) : (
          <li>{words.traits(traits.join('; '), report.traits.length - traits.length)}</li>
        )}
        {brings === undefined && costs === undefined ? (
          <li>{words.nothing(report.games)}</li>
        ) : (
          <li>
            {brings === undefined ? words.bringsNothing : words.brings(subjects.finding(brings), points(brings.points))}{' '}
            {costs === undefined ? words.costsNothing : words.costs(subjects.finding(costs), points(costs.points))}
          </li>
        )}
        <li>{first === undefined ? peers.noTraining : words.train(subjects.training(first), points(pointsOf(first)), first.is_proven)}</li>
      </ul>
    </>
  );
}
