import { FigureTable } from '../../FigureTable';
import { useTexts } from '../../i18n';
import type { FitForecasts, Forecaster } from '../../net/runs';
import { Marker, ToneKey } from './Marker';
import { Readable } from './Readable';

const SIZE = 240;
const LEFT = 42;
const BOTTOM = 30;
const TOP = 8;

/** Observed shares over stated probabilities; on the diagonal, what is held likely comes as often as it is said to. */
function Reliability({ forecasters, label }: { forecasters: Forecaster[]; label: string }) {
  const texts = useTexts();
  const words = texts.runs.forecasts;
  const percent = new Intl.NumberFormat(texts.locale, { style: 'percent' });
  const x = (share: number): number => LEFT + share * (SIZE - LEFT - TOP);
  const y = (share: number): number => SIZE - BOTTOM - share * (SIZE - BOTTOM - TOP);
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  return (
    <Readable
      width={SIZE}
      height={SIZE}
      points={forecasters.flatMap(({ forecaster, reliability }) =>
        reliability.map((point) => ({
          key: `${forecaster} ${point.stated}`,
          x: x(point.stated),
          y: y(point.came_true),
          text: `${words.names[forecaster]}: ${words.point(percent.format(point.stated), percent.format(point.came_true), Math.round(100 * point.error_95))}`,
        })),
      )}
    >
      <svg class="reliability" width={SIZE} height={SIZE} role="img" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <g key={share} class="grid">
            <line x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
            <text x={x(0) - 4} y={y(share) + 4} text-anchor="end">
              {percent.format(share)}
            </text>
            <text x={x(share)} y={SIZE - 12} text-anchor={share === 1 ? 'end' : 'middle'}>
              {percent.format(share)}
            </text>
          </g>
        ))}
        <line class="diagonal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
        {forecasters.map((one, tone) => (
          <g key={one.forecaster} class={`tone${tone}`}>
            {one.reliability.map((point) => (
              <g key={point.stated}>
                <line
                  class="error"
                  x1={x(point.stated)}
                  x2={x(point.stated)}
                  y1={y(within(point.came_true - point.error_95))}
                  y2={y(within(point.came_true + point.error_95))}
                />
                <Marker tone={tone} x={x(point.stated)} y={y(point.came_true)} />
              </g>
            ))}
          </g>
        ))}
      </svg>
    </Readable>
  );
}

function Fit({ fit, isOnly }: { fit: FitForecasts; isOnly: boolean }) {
  const texts = useTexts();
  const words = texts.runs.forecasts;
  const number = new Intl.NumberFormat(texts.locale);
  const measure = new Intl.NumberFormat(texts.locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const percent = new Intl.NumberFormat(texts.locale, { style: 'percent', minimumFractionDigits: 1 });
  const drawn = fit.forecasters.filter((one) => one.reliability.length > 0);
  return (
    <>
      {!isOnly && <h4>{words.fit(fit.fit)}</h4>}
      <p class="detail">{words.help(number.format(fit.positions), number.format(fit.games))}</p>
      <FigureTable
        label={isOnly ? words.title : words.fit(fit.fit)}
        heads={[words.by, words.logLoss, words.brier, words.right, words.calibration]}
        rows={fit.forecasters.map((one) => ({
          key: one.forecaster,
          cells: [
            words.names[one.forecaster],
            measure.format(one.log_loss),
            measure.format(one.brier),
            percent.format(one.accuracy),
            measure.format(one.calibration_error),
          ],
        }))}
      />
      {drawn.length > 0 && (
        <div class="chart">
          <Reliability forecasters={drawn} label={words.diagram(fit.fit)} />
          <p class="legend">
            {drawn.map((one, tone) => (
              <span key={one.forecaster} class="plain">
                <ToneKey tone={tone} /> {words.names[one.forecaster]}
              </span>
            ))}
          </p>
          <p class="detail">{words.diagramHelp}</p>
        </div>
      )}
    </>
  );
}

/** How well the fits of a training predict results, and whether what they hold likely comes true as often. */
export function Forecasts({ fits }: { fits: FitForecasts[] }) {
  const texts = useTexts();
  return (
    <details class="forecasts">
      <summary>{texts.runs.forecasts.title}</summary>
      {fits.map((fit) => (
        <Fit key={fit.fit} fit={fit} isOnly={fits.length === 1} />
      ))}
    </details>
  );
}
