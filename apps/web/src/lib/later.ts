/** Requests for what the visitor opened the page for. */
let pressing = 0;
let waiting: (() => void)[] = [];

/** Counts a request as pressing until it is settled. */
export function pressingUntil(settled: Promise<unknown>): void {
  pressing++;
  const over = (): void => {
    pressing--;
    if (pressing > 0) return;
    for (const go of waiting) go();
    waiting = [];
  };
  settled.then(over, over);
}

/**
 * Resolves when nothing pressing is under way and the browser has painted it, so that the rest of a page, its map above
 * all, takes neither connections nor processor time from what is looked at first.
 */
export async function later(): Promise<void> {
  if (pressing > 0) await new Promise<void>((go) => waiting.push(go));
  await new Promise<void>((go) => requestAnimationFrame(() => setTimeout(go)));
}
