import type { AxisOfReport, StyleReport, StyleVerdict } from '../../net/me';
import type { StyleName } from '../../net/contract';
import { AxisBand } from '../opponents/AxisBand';
import { useFormats } from './formats';

/** A style is named from this probability on, as everywhere (`StyleEstimate::stands_out` of the program). */
const OUTSTANDING = 0.4;
/** From this probability on it is almost certain. */
const CERTAIN = 0.95;

const STYLES: readonly StyleName[] = ['attacking', 'defensive', 'mixed'];

function useScore(): (axis: AxisOfReport) => string {
  const { texts, fine } = useFormats();
  return ({ score, score_interval_95: [low, high] }) => texts.verdict.score(fine.format(score), fine.format(low), fine.format(high));
}

/** The style in a sentence: named only if it stands out. */
function Sentence({ verdict }: { verdict: StyleVerdict }) {
  const { texts, percent } = useFormats();
  const score = useScore();
  const likeliest = STYLES.reduce((best, style) => (verdict.posterior[style] > verdict.posterior[best] ? style : best));
  const probability = verdict.posterior[likeliest];
  const words = texts.verdict;
  const named = probability < OUTSTANDING ? words.none : probability < CERTAIN ? words.probable[likeliest] : words.certain[likeliest];
  const all = STYLES.map((style) => `${words.styles[style]} ${percent.format(verdict.posterior[style])}`);
  return (
    <p>
      {named} ({all.join(', ')}): {score(verdict)}.
    </p>
  );
}

/** Whether the player keeps pieces and tension on the board, in a sentence. */
function Exchanges({ axis }: { axis: AxisOfReport }) {
  const words = useFormats().texts.verdict;
  const score = useScore();
  const [low, high] = axis.score_interval_95;
  return (
    <p>
      {low > 0 ? words.keeps : high < 0 ? words.exchanges : words.asPeers}: {score(axis)}.
    </p>
  );
}

/** The style on both axes, in words and as bands, and with each colour. */
export function Verdict({ report }: { report: StyleReport }) {
  const { texts, peers } = useFormats();
  const score = useScore();
  const { axes } = report.verdict;
  return (
    <>
      <Sentence verdict={report.verdict} />
      <AxisBand name="attacking" axis={axes.attacking} />
      {report.by_color.some((found) => found !== null) && (
        <ul class="detail">
          {(['white', 'black'] as const).map((color, place) => {
            const found = report.by_color[place];
            return found && <li key={color}>{texts.verdict.withColor(peers.withColor[color] ?? color, found.games, score(found))}</li>;
          })}
        </ul>
      )}
      {axes.complicating && (
        <>
          <Exchanges axis={axes.complicating} />
          <AxisBand name="complicating" axis={axes.complicating} />
        </>
      )}
      <p class="detail">{texts.scale}</p>
    </>
  );
}
