import { wordAgreement } from './compare-words.ts';
import type { ParsedAddress } from './parse.ts';
import type { PreparedAddress } from './prepare.ts';

/** A letter on its own, but for the Welsh article. */
const LETTER = /^[A-XZ]$/;
/** Numbers with a letter; parts of postcodes, which stand after towns, tell nothing that the postcode does not. */
const NUMBER = /^[0-9]{1,4}[A-Z]?$/;

/**
 * Whether the query has a number or a letter on its own that no part of the candidate explains. Either may be that of
 * another home: FLAT 1 2, 12 OAK ROAD is not flat 1 without doubt.
 */
export function leavesUnread(query: PreparedAddress, candidate: PreparedAddress): boolean {
  if (query.parsed.unread.some((number) => !explains(candidate, number))) return true;
  for (let i = query.street[0]; i < query.words.length; i += 1) {
    const word = query.words[i]!;
    if ((LETTER.test(word) || NUMBER.test(word)) && !explains(candidate, word)) return true;
  }
  return false;
}

function explains({ parsed, words }: PreparedAddress, sign: string): boolean {
  return (
    parsed.unread.includes(sign) ||
    partsOf(parsed).includes(sign) ||
    words.some((word) => word === sign || wordAgreement(sign, word) >= 0.5)
  );
}

/** The unit and the number as they may be written. */
function partsOf({ unit, number }: ParsedAddress): string[] {
  const found = unit === null ? [] : unit.split('/');
  if (number) found.push(`${number.from}${number.suffix}`, number.suffix, `${number.to}${number.to_suffix}`);
  return found;
}
