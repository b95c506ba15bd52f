import type { StyleReport } from '../../net/me';
import type { OpeningLine } from '../../net/report';
import { positionAdvised } from './claims';
import { Example } from './Example';
import { scoreOf, total, useFormats } from './formats';
import { Positions } from './Positions';

/** The most openings of each colour that are to be expected. */
const MOST_EXPECTED = 3;

function Expected({ line, games }: { line: OpeningLine; games: number }) {
  const { texts, peers, percent } = useFormats();
  return (
    <li>
      {peers.openingName(line.name)}
      {line.variation !== null && (
        <>
          {' '}
          ({peers.variation} {peers.openingName(line.variation)})
        </>
      )}
      : {texts.expected(total(line), percent.format(total(line) / Math.max(1, games)), percent.format(line.score), Math.round(100 * line.error_95))}
    </li>
  );
}

/** The openings that are played most with each colour, for opponents whom nothing beyond chance helps. */
function ToPrepare({ report }: { report: StyleReport }) {
  const { texts, peers } = useFormats();
  return (
    <>
      <p>{texts.noAdvice(report.games)}</p>
      <ul class="prepare">
        {(['white', 'black'] as const).map((color, place) => {
          const games = report.by_color[place]?.games;
          if (games === undefined) return null;
          const openings = report.openings.filter((line) => line.color === color).slice(0, MOST_EXPECTED);
          return (
            <li key={color}>
              {texts.mostOften(peers.withColor[color] ?? color, games, openings.length === 0)}
              <ul>
                {openings.map((line) => (
                  <Expected key={line.name} line={line} games={games} />
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
      <p class="detail">{texts.expectedHelp}</p>
    </>
  );
}

/** How opponents should play against the player. */
export function Advice({ report }: { report: StyleReport }) {
  const { texts, peers, percent, hundredths } = useFormats();
  return (
    <>
      <h4>{texts.advice}</h4>
      {report.advice.length === 0 && <ToPrepare report={report} />}
      <ul>
        {report.advice.map((advice) => (
          <li key={advice.choice}>
            <p>
              {peers.word(advice.choice)}{' '}
              {texts.adviceFigures(
                percent.format(scoreOf(advice.then)),
                total(advice.then),
                percent.format(scoreOf(advice.otherwise)),
                hundredths(-advice.difference, advice.error),
              )}
            </p>
            <Example example={advice.example} />
            <Positions positions={positionAdvised(advice.choice)} />
          </li>
        ))}
      </ul>
    </>
  );
}
