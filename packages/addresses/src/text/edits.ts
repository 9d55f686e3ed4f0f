/** The length of the common suffix of two words, at most `most`. */
function sharedEnd(a: string, b: string, most: number): number {
  let shared = 0;
  while (shared < most && a.charCodeAt(a.length - 1 - shared) === b.charCodeAt(b.length - 1 - shared))
    shared += 1;
  return shared;
}

/** Whether two words differ by one dropped, doubled, wrong or swapped letter. */
export function withinOneEdit(a: string, b: string): boolean {
  const gap = a.length - b.length;
  if (gap > 1 || gap < -1) return false;
  const shorter = gap < 0 ? a.length : b.length;
  let i = 0;
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i += 1;
  if (i === shorter) return true;
  const remaining = shorter - i;
  const shared = sharedEnd(a, b, remaining);
  if (gap !== 0) return shared === remaining;
  if (shared >= remaining - 1) return true;
  return (
    shared === remaining - 2 &&
    a.charCodeAt(i) === b.charCodeAt(i + 1) &&
    a.charCodeAt(i + 1) === b.charCodeAt(i)
  );
}

export function withinTwoEdits(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  return endA - start <= 2 && endB - start <= 2;
}

/** Whether two anagrams differ in at most four positions, each letter at most two places off: SATTINO for STATION. */
export function isShuffled(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let differ = 0;
  for (let i = 0; i < a.length; i += 1) {
    if (a[i] === b[i]) continue;
    differ += 1;
    if (differ > 4 || !b.slice(Math.max(0, i - 2), i + 3).includes(a[i]!)) return false;
  }
  return [...a].sort().join() === [...b].sort().join();
}
