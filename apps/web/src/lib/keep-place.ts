const NAME = 'domesday-place';
const LONGEST_MS = 5000;

/** Scroll position at which each page of this tab was left, in pixels, by address. */
function left(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * Restores the scroll position of a page after a reload or a step back. The browser cannot do this, because the answers
 * that give the page its length arrive later. If the visitor scrolls meanwhile, nothing is restored.
 */
export function keepPlace(): void {
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(NAME, JSON.stringify({ ...left(), [location.href]: scrollY }));
    } catch {
      // The browser stores nothing, or its storage is full.
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
