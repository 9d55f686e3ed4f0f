/** Number of unsettled requests for the main content of the page. */
let pressing = 0;
let waiting: (() => void)[] = [];

/** Marks a request as urgent until it is settled. */
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
 * Resolves when no urgent request is pending and the browser has painted, so that the rest of a page, above all its
 * map, takes no connections or processor time from the main content.
 */
export async function later(): Promise<void> {
  if (pressing > 0) await new Promise<void>((go) => waiting.push(go));
  await new Promise<void>((go) => requestAnimationFrame(() => setTimeout(go)));
}
