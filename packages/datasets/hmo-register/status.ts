const ENDED =
  /expired|revoked|refused|reject|declined|not (granted|licensed)|surrendered|ceased|cancel|withdrawn|lapsed|terminated|superseded|inactive|\bvoid\b/i;

/** Whether a council's word says that a licence is in force no longer, or that it was never granted. */
export function isEnded(word: string): boolean {
  return ENDED.test(word);
}

/** Whether a licence is still to be decided, by a council's word: an application that was refused or granted is not. */
export function isPending(word: string): boolean {
  if (/pending|awaiting|draft|proposed|not yet/i.test(word)) return true;
  return (
    /applied|application/i.test(word) && !isEnded(word) && !/granted|approved|issued|licensed/i.test(word)
  );
}
