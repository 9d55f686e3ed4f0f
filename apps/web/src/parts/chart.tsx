import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Line } from '../lib/line.ts';
import { dated } from '../lib/words.ts';

interface Given {
  /** Text alternative of the chart. */
  title: string;
  unit: string;
  /** Days, ISO. */
  days: string[];
  lines: Line[];
  tick: (value: number) => string;
  full: (value: number) => string;
  height?: number;
  bars?: boolean;
  zero?: boolean;
}

/** A chart over time, with its figures in a folded table below. */
export function Chart(given: Given) {
  const place = useRef<HTMLDivElement>(null);
  const height = given.height ?? 260;
  const [missing, setMissing] = useState(false);
  const named = dated(given.days);
  const empty = given.lines.every((line) => line.values.every((value) => value == null));
  useEffect(() => {
    if (empty) return;
    let chart: uPlot | undefined;
    let gone = false;
    const host = place.current!;
    const resize = new ResizeObserver(() => chart?.setSize({ width: host.clientWidth, height }));
    import('../lib/plot.ts').then(
      ({ draw }) => {
        if (gone) return;
        chart = draw(host, { ...given, height });
        resize.observe(host);
      },
      () => setMissing(true),
    );
    return () => {
      gone = true;
      resize.disconnect();
      chart?.destroy();
    };
  }, [given.days.length, given.lines, height]);
  if (empty) return <p class="note">{given.title}: no loaded record gives a figure.</p>;
  return (
    <figure class="chart">
      <figcaption>
        <span>
          {given.title}
          {!given.zero && '; the axis does not begin at zero'}
        </span>
        <span class="keys">
          {given.lines.map((line, i) => (
            <span key={line.name}>
              <i class={`key key-${i + 1}${line.dots ? ' dot' : ''}`} aria-hidden="true" />
              {line.name}
            </span>
          ))}
        </span>
      </figcaption>
      {missing ? (
        <p class="note">The chart cannot be drawn, since a part of this page did not load. Its figures:</p>
      ) : (
        <div ref={place} class="plot" style={{ height: `${height}px` }} aria-hidden="true" />
      )}
      <details open={missing}>
        <summary class="small">The figures as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
        <div class="scroll tall" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {given.lines.map((line) => (
                  <th scope="col" class="figure" key={line.name}>
                    {line.name} ({given.unit})
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {given.days.map((at, row) => (
                <tr key={`${at} ${row}`}>
                  <td class="nowrap">{named(at)}</td>
                  {given.lines.map((line) => (
                    <td class="figure" key={line.name}>
                      {line.values[row] === null || line.values[row] === undefined
                        ? '–'
                        : given.full(line.values[row])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
