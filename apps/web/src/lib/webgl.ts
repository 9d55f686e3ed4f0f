import { useEffect, useState } from 'preact/hooks';
import { later } from './later.ts';

let known: boolean | undefined;

/** Whether this browser can draw a map. The first question takes the time to start WebGL. */
export function canDraw(): boolean {
  known ??= probed();
  return known;
}

function probed(): boolean {
  try {
    const drawing = document.createElement('canvas').getContext('webgl2');
    drawing?.getExtension('WEBGL_lose_context')?.loseContext();
    return drawing !== null;
  } catch {
    return false;
  }
}

/** The same, found out once the page is painted; null until then, when a map keeps its place free. */
export function useCanDraw(): boolean | null {
  const [drawable, setDrawable] = useState<boolean | null>(known ?? null);
  useEffect(() => void later().then(() => setDrawable(canDraw())), []);
  return drawable;
}
