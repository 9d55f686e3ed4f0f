const ENDED =
  /expired|revoked|refused|reject|declined|not (granted|licensed)|surrendered|ceased|cancel|withdrawn|lapsed|terminated|superseded|inactive|\bvoid\b/i;

/** Whether a council's status word says that a licence is no longer in force or was never granted. */
export function isEnded(word: string): boolean {
  return ENDED.test(word);
}

/** Whether a council's status word says that an application is still undecided, so neither refused nor granted. */
export function isPending(word: string): boolean {
  if (/pending|awaiting|draft|proposed|not yet/i.test(word)) return true;
  return (
    /applied|application/i.test(word) && !isEnded(word) && !/granted|approved|issued|licensed/i.test(word)
  );
}
