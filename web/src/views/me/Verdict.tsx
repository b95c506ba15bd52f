import type { AxisOfReport, AxisPlace, StyleReport } from '../../net/me';
import type { StyleName } from '../../net/contract';
import { AxisBand } from '../opponents/AxisBand';
import { useFormats } from './formats';

const STYLES: readonly StyleName[] = ['attacking', 'defensive', 'mixed'];

/** A score on an axis with its interval, in words. */
export function useScore(): (axis: AxisOfReport) => string {
  const { texts, fine } = useFormats();
  return ({ score, score_interval_95: [low, high] }) => texts.verdict.score(fine.format(score), fine.format(low), fine.format(high));
}

/** The style in the sentence of the terminal: the program says whether one may be named. */
function Sentence({ report }: { report: StyleReport }) {
  const { texts, percent } = useFormats();
  const score = useScore();
  const { verdict } = report;
  const words = texts.verdict;
  const all = STYLES.map((style) => `${words.styles[style]} ${percent.format(verdict.posterior[style])}`);
  return (
    <p>
      {words.named[report.named_style ?? 'none']} ({all.join(', ')}): {score(verdict)}.
    </p>
  );
}

/** Whether the player keeps pieces and tension on the board, in a sentence. */
function Exchanges({ axis, place }: { axis: AxisOfReport; place: AxisPlace }) {
  const words = useFormats().texts.verdict;
  const score = useScore();
  return (
    <p>
      {words.exchanges[place]}: {score(axis)}.
    </p>
  );
}

/** The style on both axes, in words and as bands, and with each colour. */
export function Verdict({ report }: { report: StyleReport }) {
  const { texts, peers, fine } = useFormats();
  const score = useScore();
  const write = (at: number): string => fine.format(at);
  const { axes } = report.verdict;
  return (
    <>
      <Sentence report={report} />
      <AxisBand name="attacking" axis={axes.attacking} write={write} />
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
          <Exchanges axis={axes.complicating} place={report.exchanges ?? 'unknown'} />
          <AxisBand name="complicating" axis={axes.complicating} write={write} />
        </>
      )}
      <p class="detail">{texts.scale}</p>
    </>
  );
}
