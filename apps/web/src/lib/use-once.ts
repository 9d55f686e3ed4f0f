import { useRef } from 'preact/hooks';

/**
 * Runs the work of a button press, unless an earlier press of the same button is still being processed: the second
 * would create a duplicate, or be refused because of the first.
 */
export function useOnce(): (pressed: string, work: () => Promise<void>) => Promise<void> {
  const under_way = useRef(new Set<string>()).current;
  return async (pressed, work) => {
    if (under_way.has(pressed)) return;
    under_way.add(pressed);
    await work().finally(() => under_way.delete(pressed));
  };
}
