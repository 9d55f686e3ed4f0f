import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { darkScreen, markScheme } from './colour.ts';
import { alone, type Line } from './line.ts';
import { dated, MONTHS } from './words.ts';

interface Drawn {
  unit: string;
  days: string[];
  lines: Line[];
  tick: (value: number) => string;
  height: number;
  bars?: boolean;
  zero?: boolean;
}

/** Draws lines over days in the colours of the page. */
export function draw(host: HTMLElement, { unit, days, lines, tick, height, bars, zero }: Drawn): uPlot {
  const style = getComputedStyle(document.documentElement);
  // Read at each drawing, since the colour scheme may change while the page is open.
  const colour = (name: string) => (): string => style.getPropertyValue(name).trim();
  const font = '12px system-ui, "DejaVu Sans", sans-serif';
  const axis = {
    stroke: colour('--muted'),
    font,
    labelFont: font,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1, size: 4 },
  };
  const options: uPlot.Options = {
    width: host.clientWidth,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    legend: { show: false },
    scales: {
      x: { time: true, ...(bars ? { range: (_, low, high) => besides(low, high, days.length) } : {}) },
      y: { range: (_, low, high) => rangeOf(low, high, zero ?? false) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        space: 64,
        values: (_, ticks) => ticks.map((s, i) => dateTick(s, ticks, i)),
      },
      {
        ...axis,
        incrs: INCREMENTS,
        size: 64,
        label: unit,
        labelSize: 18,
        values: (_, ticks) => ticks.map(tick),
      },
    ],
    series: [
      {},
      ...lines.map((line, i): uPlot.Series => {
        const stroke = colour(`--series-${(i % 5) + 1}`);
        return {
          label: line.name,
          stroke,
          // Otherwise a bar of height 0 would show an outline.
          width: bars ? 0 : 2,
          ...(line.dashed ? { dash: [6, 4] } : {}),
          ...(line.dots
            ? { paths: () => null, points: { show: true, size: 10, fill: stroke, stroke } }
            : {
                points: {
                  show: false,
                  filter: () => (bars ? null : alone(line.values)),
                  size: 6,
                  fill: stroke,
                },
              }),
          ...(bars ? { fill: stroke, paths: uPlot.paths.bars!({ size: [0.7, 40] }) } : {}),
        };
      }),
    ],
    plugins: [tip(lines, days, tick), schemed(host)],
  };
  const seconds = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
  return new uPlot(options, [seconds, ...lines.map((line) => line.values)] as uPlot.AlignedData, host);
}

/** Axis steps of 1, 2 and 5 times a power of ten, all whole numbers, since sales are counted. */
const INCREMENTS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power));

/** Axis labels: years if the steps are years, else months or days, in British order. */
function dateTick(seconds: number, ticks: number[], i: number): string {
  const date = new Date(seconds * 1000);
  const step_days = ((ticks[1] ?? seconds) - (ticks[0] ?? 0)) / 86_400;
  if (step_days > 300) return String(date.getUTCFullYear());
  const month = MONTHS[date.getUTCMonth()]!;
  if (step_days < 25) return `${date.getUTCDate()} ${month}`;
  const before = i === 0 ? null : new Date(ticks[i - 1]! * 1000).getUTCFullYear();
  return date.getUTCFullYear() === before ? month : `${month} ${date.getUTCFullYear()}`;
}

/** Widens the axis by half a bar before the first and after the last day. */
function besides(low: number, high: number, bars: number): [number, number] {
  const half = bars > 1 ? (high - low) / (bars - 1) / 2 : 43_200;
  return [low - half, high + half];
}

function rangeOf(low: number | null, high: number | null, zero: boolean): [number, number] {
  if (low === null || high === null) return [0, 1];
  const room = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  return [zero ? 0 : Math.max(0, low - room), high + room];
}

/** Redraws the chart when the colour scheme changes. */
function schemed(host: HTMLElement): uPlot.Plugin {
  const dark = darkScreen();
  let again: () => void;
  return {
    hooks: {
      init: (chart) => {
        again = () => chart.redraw(false);
        dark.addEventListener('change', again);
      },
      draw: () => markScheme(host),
      destroy: () => dark.removeEventListener('change', again),
    },
  };
}

/** The values under the pointer, in a line above the chart. */
function tip(lines: Line[], days: string[], tick: (value: number) => string): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'tip';
  return {
    hooks: {
      init: (chart) => void chart.over.appendChild(box),
      setCursor: (chart) => {
        const { idx } = chart.cursor;
        const known =
          idx === null || idx === undefined ? [] : lines.filter((line) => line.values[idx] != null);
        box.hidden = known.length === 0;
        if (idx === null || idx === undefined) return;
        box.textContent = `${dated(days)(days[idx]!)}  ${known.map((line) => `${line.name} ${tick(line.values[idx]!)}`).join(' · ')}`;
      },
    },
  };
}
