const NAME = 'domesday-place';
const LONGEST_MS = 5000;

/** How far down each page of this tab was left, pixels, by its address. */
function left(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * Shows a page that is loaded again or gone back to where it was left. The browser cannot: the answers that make it as
 * long as it was come later. Whoever scrolls meanwhile is not scrolled back.
 */
export function keepPlace(): void {
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(NAME, JSON.stringify({ ...left(), [location.href]: scrollY }));
    } catch {
      // Nothing is kept, or it is full.
    }
  });
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const y = left()[location.href];
  if (!y || how?.type === 'navigate') return;
  const grown = new ResizeObserver(() => scrollTo(0, y));
  grown.observe(document.body);
  const stop = (): void => grown.disconnect();
  setTimeout(stop, LONGEST_MS);
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) addEventListener(act, stop);
}
