import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';
import classes from './chart.module.css';
import { place, roundTicks } from './scale.rules.ts';

/** What a chart draws: one value for each place along the axis, null where nothing is known. */
export interface Series {
  readonly name: string;
  /** One of the theme's: `boreal.7`. */
  readonly color: string;
  readonly values: readonly (number | null)[];
}

export interface PlotArea {
  /** Left and right edge, px. */
  readonly across: readonly [number, number];
  /** The axis of values: its lowest and highest. */
  readonly range: readonly [number, number];
  /** The height of a value, px from the top. */
  readonly y: (value: number) => number;
  /** Which place one points at, if any. */
  readonly pointed: number | null;
}

interface PlotProps {
  /** px, of the drawing without its legend. Known before anything is drawn, so that nothing moves. */
  readonly height: number;
  readonly series: readonly Series[];
  /** The lowest and highest value that must fit. */
  readonly values: readonly [number, number];
  readonly format: (value: number) => string;
  /** Which place is nearest to a position, px. */
  readonly nearest: (x: number, across: readonly [number, number]) => number | null;
  /** Where a place is, px. */
  readonly middle: (index: number, across: readonly [number, number]) => number;
  /** What a place is called when one points at it. */
  readonly title: (index: number) => string;
  /** Where its title does not say what a single series is. */
  readonly withLegend: boolean;
  readonly children: (area: PlotArea) => ReactNode;
}

const TOP = 8;
const BOTTOM = 24;
/** Of a figure in 12 px: to leave room for the longest label. */
const DIGIT_WIDTH = 7;
/** px, until its place is laid out. */
const FIRST_WIDTH = 320;
const TOLD_WIDTH = 160;

/**
 * What all charts share: the axis of values with its lines, what is said about the place that one points at, and the legend. The
 * same is always in a table or in words beside it, so assistive technology is spared the drawing.
 */
export function Plot({ height, series, values, format, nearest, middle, title, withLegend, children }: PlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const measured = useWidth(ref);
  const [pointed, setPointed] = useState<number | null>(null);
  const width = measured === 0 ? FIRST_WIDTH : measured;
  const ticks = roundTicks({ from: values[0], to: values[1], about: height < 180 ? 2 : 4 });
  const range = [ticks[0] ?? 0, ticks.at(-1) ?? 1] as const;
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * DIGIT_WIDTH + 8;
  const across = [left, Math.max(left + 1, width - 4)] as const;
  const y = (value: number) => place(value, range, [height - BOTTOM, TOP]);
  const point = (event: PointerEvent<SVGSVGElement>) =>
    setPointed(nearest(event.clientX - event.currentTarget.getBoundingClientRect().left, across));
  const known = pointed === null ? [] : series.filter(({ values: of }) => (of[pointed] ?? null) !== null);
  return (
    <div aria-hidden>
      <div ref={ref} className={classes.chart}>
        <svg
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                className={tick === 0 ? `${classes.grid} ${classes.nought}` : classes.grid}
                x1={across[0]}
                x2={across[1]}
                y1={y(tick)}
                y2={y(tick)}
              />
              <text x={across[0] - 8} y={y(tick) + 4} textAnchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {children({ across, range, y, pointed })}
        </svg>
        {pointed !== null && known.length > 0 && (
          <div className={classes.told} style={besides(middle(pointed, across), width)}>
            <p>{title(pointed)}</p>
            {known.map(({ name, color, values: of }) => (
              <p key={name}>
                <span>
                  <Swatch color={color} />
                  {name}
                </span>
                <span className="figures">{format(of[pointed] ?? 0)}</span>
              </p>
            ))}
          </div>
        )}
      </div>
      {withLegend && (
        <ul className={classes.legend}>
          {series.map(({ name, color }) => (
            <li key={name}>
              <Swatch color={color} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A label under its place along the axis: exactly there, as long as it does not leave the drawing. */
export function AxisLabel({ x, height, text, across }: { x: number; height: number; text: string; across: readonly [number, number] }) {
  const half = (text.length * DIGIT_WIDTH) / 2;
  const anchor = x + half > across[1] ? 'end' : x - half < 0 ? 'start' : 'middle';
  return (
    <text x={anchor === 'end' ? across[1] : anchor === 'start' ? 0 : x} y={height - 6} textAnchor={anchor}>
      {text}
    </text>
  );
}

/** What a label of this text needs, px, with the space to the next. */
export function labelWidth(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length)) * DIGIT_WIDTH + 12;
}

/** The theme's colour as CSS has it; by night two shades lighter, or a thin line could not be told from its ground. */
export function colorOf(color: string): string {
  const [name = '', shade = ''] = color.split('.');
  const of = (one: number) => `var(--mantine-color-${name}-${one})`;
  return `light-dark(${of(Number(shade))}, ${of(Math.max(0, Number(shade) - 2))})`;
}

/** px. Measured before the first paint: a chart that is drawn twice moves. */
function useWidth(ref: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

function Swatch({ color }: { color: string }) {
  return <span className={classes.swatch} style={{ background: colorOf(color) }} />;
}

/** Beside the place and never over it, nor off the chart. */
function besides(x: number, width: number) {
  return x > width / 2 ? { right: Math.min(width - x + 12, width - TOLD_WIDTH) } : { left: Math.min(x + 12, width - TOLD_WIDTH) };
}
