import type { Spelling } from './spelling.ts';

/**
 * Whether a text is the beginning of an address, cut off after its first part. Of what is cut off nothing may be a
 * number if the text has any, since the number may be cut too: FLAT 7, 13 of FLAT 7, 138 GORDON ROAD.
 */
export function isBeginning(text: string, { whole, name }: Spelling): boolean {
  // Cut after its first letter, the street reads as the suffix of the number: 50 K, 50K.
  const cut = whole.startsWith(text) ? text : text.replace(/(?<=[0-9])(?=[A-Z]$)/, ' ');
  if (!whole.startsWith(cut)) return false;
  if (cut.length <= name.length + 1) return false;
  const rest = whole.slice(cut.length);
  const cutNumber = /[0-9]$/.test(cut) && !rest.startsWith(' ');
  return !cutNumber && !(/[0-9]/.test(rest) && /[0-9]/.test(text));
}
