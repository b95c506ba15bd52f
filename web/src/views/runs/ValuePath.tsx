import { useTexts } from '../../i18n';
import type { OptionFindings } from '../../net/runs';
import { Readable } from './Readable';
import { path, ticks } from './scale';

const WIDTH = 300;
const HEIGHT = 170;
const LEFT = 44;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 28;

/** The value of one option by the games so far, as SPSA moves it. */
export function ValuePath({ option, steps }: { option: OptionFindings; steps: readonly { games: number; value: number }[] }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  const [least, most] = [Number(option.curve[0]?.value ?? 0), Number(option.curve.at(-1)?.value ?? 1)];
  const games = Math.max(1, steps.at(-1)?.games ?? 1);
  const x = (at: number): number => LEFT + (at / games) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const compact = new Intl.NumberFormat(texts.locale, { notation: 'compact', maximumSignificantDigits: 3 });
  const exact = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 1 });
  return (
    <figure class="option-chart">
      <figcaption>{option.name}</figcaption>
      <div class="chart">
        <Readable
          width={WIDTH}
          height={HEIGHT}
          points={steps.map((point) => ({
            key: `${point.games}`,
            x: x(point.games),
            y: y(point.value),
            text: `${exact.format(point.value)}, ${words.afterGames(exact.format(point.games))}`,
          }))}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.path(option.name, option.start, option.best)}>
            {ticks(least, most, 4).map((value) => (
              <g key={value} class="grid">
                <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
                <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
                  {compact.format(value)}
                </text>
              </g>
            ))}
            {ticks(0, games, 3).map((at) => (
              <text key={at} x={x(at)} y={HEIGHT - 8} text-anchor="middle">
                {compact.format(at)}
              </text>
            ))}
            <g class="tone0">
              <path class="mean" d={path(steps.map((point) => [x(point.games), y(point.value)] as const))} />
            </g>
          </svg>
        </Readable>
      </div>
    </figure>
  );
}
