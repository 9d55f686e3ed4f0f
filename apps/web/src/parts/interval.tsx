import { useEffect, useRef, useState } from 'preact/hooks';
import { money, shortMoney } from '../lib/words.ts';

/** Half the width of a label, pixels, so that the outermost ones stay inside. */
const ROOM = 22;

/** A value within its interval, on an axis of pounds. */
export function Interval({
  value,
  low,
  high,
  title,
}: {
  value: number;
  low: number;
  high: number;
  title: string;
}) {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.max(3 * ROOM, entry!.contentRect.width)));
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);
  // An interval of width 0 still needs an axis.
  const step = stepOf(Math.max(high - low, 1) * 1.6);
  // Values are never negative.
  const from = Math.max(0, Math.floor((low - (high - low) * 0.3) / step) * step);
  const to = Math.max(from + step, Math.ceil((high + (high - low) * 0.3) / step) * step);
  const at = (pounds: number): number => ROOM + ((pounds - from) / (to - from)) * (width - 2 * ROOM);
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
  return (
    <figure class="interval" ref={place}>
      <svg
        viewBox={`0 0 ${width} 64`}
        role="img"
        aria-label={`${title}: ${money(low)} to ${money(high)}, middle ${money(value)}`}
      >
        <line class="axis" x1="0" x2={width} y1="44" y2="44" />
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="axis" x1={at(tick)} x2={at(tick)} y1="40" y2="48" />
            <text x={at(tick)} y="62" text-anchor="middle">
              {shortMoney(tick)}
            </text>
          </g>
        ))}
        <rect class="band" x={at(low)} y="20" width={at(high) - at(low)} height="18" rx="3" />
        <line class="mid" x1={at(value)} x2={at(value)} y1="16" y2="42" />
        <text x={at(low)} y="13" text-anchor="middle">
          {shortMoney(low)}
        </text>
        <text class="strong" x={at(value)} y="11" text-anchor="middle">
          {shortMoney(value)}
        </text>
        <text x={at(high)} y="13" text-anchor="middle">
          {shortMoney(high)}
        </text>
      </svg>
      <figcaption class="small muted">{title}</figcaption>
    </figure>
  );
}

/** The axis step, 1, 2 or 5 times a power of ten, that gives about six ticks. */
function stepOf(span: number): number {
  const rough = span / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough)!;
}
