const UPRN = /^(uprn(?: *(?:no|number)\b)?[\s.:#=-]*)?(\d[\d ]*)$/i;

/**
 * The digits of a UPRN as people write it, `UPRN 100 012 345 678` or `uprn no. 100012345678`, and whether they said
 * that it is one; null for any other text. Digits alone may be another number.
 */
export function uprnIn(text: string): { digits: string; labelled: boolean } | null {
  const [, word, digits] = UPRN.exec(text.trim()) ?? [];
  return digits === undefined ? null : { digits: digits.replaceAll(' ', ''), labelled: word !== undefined };
}
