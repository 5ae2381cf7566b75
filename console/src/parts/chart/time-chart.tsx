import classes from './chart.module.css';
import { AxisLabel, colorOf, labelWidth, Plot, type Series } from './plot.tsx';
import { labelEvery, place } from './scale.rules.ts';

interface TimeChartProps {
  readonly height: number;
  /** When each value was, ms. */
  readonly times: readonly number[];
  /** The whole span that is asked for, however little of it is known, ms. */
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly tickText: (at: number) => string;
  readonly title: (at: number) => string;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** The end of the axis of values; otherwise what fits. */
  readonly top?: number;
  readonly filled?: boolean;
}

/** Lines over time, on a true axis: six hours are six hours. A gap stays one. */
export function TimeChart(props: TimeChartProps) {
  const { height, times, domain, ticks, tickText, title, series, format, top, filled = false } = props;
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const at = (time: number, across: readonly [number, number]) => place(time, domain, across);
  return (
    <Plot
      height={height}
      series={series}
      values={[Math.min(0, ...known), top ?? Math.max(0, ...known)]}
      format={format}
      middle={(index, across) => at(times[index] ?? 0, across)}
      withLegend={series.length > 1}
      title={(index) => title(times[index] ?? 0)}
      nearest={(x, across) =>
        nearestOf(
          times.map((time) => at(time, across)),
          x,
        )
      }
    >
      {({ across, y, pointed }) => {
        const every = labelEvery({
          count: ticks.length,
          width: across[1] - across[0],
          labelWidth: labelWidth(ticks.map((tick) => tickText(tick))),
        });
        return (
          <>
            {ticks.map((tick, index) =>
              (ticks.length - 1 - index) % every === 0 ? (
                <AxisLabel key={tick} x={at(tick, across)} height={height} text={tickText(tick)} across={across} />
              ) : null,
            )}
            {series.map(({ name, color, values }) =>
              runs(values).map((run) => (
                <Line
                  key={`${name} ${run[0]}`}
                  color={colorOf(color)}
                  floor={filled ? y(0) : null}
                  points={run.map((index) => [at(times[index] ?? 0, across), y(values[index] ?? 0)] as const)}
                />
              )),
            )}
            {pointed !== null && (
              <line
                className={classes.cursor}
                x1={at(times[pointed] ?? 0, across)}
                x2={at(times[pointed] ?? 0, across)}
                y1={8}
                y2={height - 24}
              />
            )}
          </>
        );
      }}
    </Plot>
  );
}

function Line({ points, color, floor }: { points: readonly (readonly [number, number])[]; color: string; floor: number | null }) {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  // One reading alone is a point: a line needs two.
  if (points.length === 1) return <circle cx={first[0]} cy={first[1]} r={3} fill={color} />;
  const path = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return (
    <>
      {floor !== null && <path d={`${path}L${last[0].toFixed(1)} ${floor}L${first[0].toFixed(1)} ${floor}Z`} fill={color} opacity={0.15} />}
      <path d={path} fill="none" stroke={color} strokeWidth={1.75} strokeLinejoin="round" />
    </>
  );
}

/** The places of values that follow each other without a gap. */
function runs(values: readonly (number | null)[]): number[][] {
  const found: number[][] = [];
  let open: number[] | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) open = null;
    else if (open === null) found.push((open = [index]));
    else open.push(index);
  }
  return found;
}

function nearestOf(places: readonly number[], x: number): number | null {
  let best: number | null = null;
  for (const [index, at] of places.entries()) {
    if (best === null || Math.abs(at - x) < Math.abs((places[best] ?? 0) - x)) best = index;
  }
  return best;
}
