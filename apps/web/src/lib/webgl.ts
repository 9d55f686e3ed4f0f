import { useEffect, useState } from 'preact/hooks';
import { later } from './later.ts';

let known: boolean | undefined;

/** Whether this browser can draw a map. The first call has to start WebGL, which takes time. */
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

/** The same, determined after the page is painted; null until then, while the space of the map stays reserved. */
export function useCanDraw(): boolean | null {
  const [drawable, setDrawable] = useState<boolean | null>(known ?? null);
  useEffect(() => void later().then(() => setDrawable(canDraw())), []);
  return drawable;
}
