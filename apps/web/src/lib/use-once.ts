import { useRef } from 'preact/hooks';

/**
 * Does the work of a press, unless that of an earlier press of the same is still under way: it would make another of
 * what that one makes, or be refused for what that one has done.
 */
export function useOnce(): (pressed: string, work: () => Promise<void>) => Promise<void> {
  const under_way = useRef(new Set<string>()).current;
  return async (pressed, work) => {
    if (under_way.has(pressed)) return;
    under_way.add(pressed);
    await work().finally(() => under_way.delete(pressed));
  };
}
