import { useTexts } from '../../i18n';
import type { OptionFindings } from '../../net/runs';
import { path, tickLabels, ticks } from './scale';
import { SMALL, SmallChart } from './SmallChart';

/** The value of one option by the games so far, as SPSA moves it. */
export function ValuePath({ option, steps }: { option: OptionFindings; steps: readonly { games: number; value: number }[] }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  const [least, most] = [Number(option.curve[0]?.value ?? 0), Number(option.curve.at(-1)?.value ?? 1)];
  const games = Math.max(1, steps.at(-1)?.games ?? 1);
  const x = (at: number): number => SMALL.left + (at / games) * (SMALL.width - SMALL.left - SMALL.right);
  const y = (value: number): number => SMALL.top + ((most - value) / (most - least)) * (SMALL.height - SMALL.top - SMALL.bottom);
  const exact = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 1 });
  const across = ticks(0, games, 3);
  const labels = tickLabels(texts.locale, across);
  return (
    <SmallChart
      name={option.name}
      label={words.path(option.name, option.start, option.best)}
      values={ticks(least, most, 4)}
      y={y}
      below={across.map((at, place) => ({ x: x(at), text: labels[place] ?? '' }))}
      points={steps.map((point) => ({
        key: `${point.games}`,
        x: x(point.games),
        y: y(point.value),
        text: `${exact.format(point.value)}, ${words.afterGames(exact.format(point.games))}`,
      }))}
    >
      <path class="mean" d={path(steps.map((point) => [x(point.games), y(point.value)] as const))} />
    </SmallChart>
  );
}
