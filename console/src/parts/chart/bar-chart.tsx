import classes from './chart.module.css';
import { AxisLabel, colorOf, labelWidth, Plot, type Series } from './plot.tsx';
import { labelEvery, stackAt } from './scale.rules.ts';

interface BarChartProps {
  readonly height: number;
  /** What each bar is of, along the axis. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

/** Of the room of a bar, the part that it fills. */
const FILLED = 0.72;
const WIDEST_PX = 28;

/** Bars whose parts are stacked; what is negative hangs below nought. */
export function BarChart({ height, labels, series, format }: BarChartProps) {
  const stacks = labels.map((_, index) => stackAt(series.map(({ values }) => values[index] ?? 0)));
  const ends = stacks.flat().map(([, end]) => end);
  const room = ([left, right]: readonly [number, number]) => (right - left) / Math.max(1, labels.length);
  const middle = (index: number, across: readonly [number, number]) => across[0] + (index + 0.5) * room(across);
  return (
    <Plot
      height={height}
      series={series}
      values={[Math.min(0, ...ends), Math.max(0, ...ends)]}
      format={format}
      middle={middle}
      withLegend
      title={(index) => labels[index] ?? ''}
      nearest={(x, across) => {
        const index = Math.floor((x - across[0]) / room(across));
        return index >= 0 && index < labels.length ? index : null;
      }}
    >
      {({ across, y, pointed }) => {
        const wide = Math.min(WIDEST_PX, room(across) * FILLED);
        const every = labelEvery({ count: labels.length, width: across[1] - across[0], labelWidth: labelWidth(labels) });
        return (
          <>
            {pointed !== null && (
              <rect
                className={classes.pointed}
                x={middle(pointed, across) - room(across) / 2}
                width={room(across)}
                y={8}
                height={height - 32}
              />
            )}
            {stacks.map((stack, index) =>
              stack.map(([from, to], part) =>
                from === to ? null : (
                  <rect
                    key={`${labels[index]} ${series[part]?.name}`}
                    x={middle(index, across) - wide / 2}
                    width={wide}
                    y={Math.min(y(from), y(to))}
                    height={Math.abs(y(from) - y(to))}
                    fill={colorOf(series[part]?.color ?? '')}
                  />
                ),
              ),
            )}
            {/* From the newest back: it is the one that one looks for. */}
            {labels.map((label, index) =>
              (labels.length - 1 - index) % every === 0 ? (
                <AxisLabel key={label} x={middle(index, across)} height={height} text={label} across={across} />
              ) : null,
            )}
          </>
        );
      }}
    </Plot>
  );
}
