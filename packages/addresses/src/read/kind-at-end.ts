import { signOfWords } from '../text/given-signs.ts';

/** Last words of parts of a house and of buildings beside a house. */
const LAST_WORDS = `
  ANNEX ANNEXE GARAGE GARAGES FLAT STUDIO MAISONETTE BEDSIT OUTBUILDING OUTBUILDINGS WORKSHOP REAR HOUSE BARN LODGE
  COTTAGE BUNGALOW SHOP OFFICE CARAVAN CABIN STABLES`;
const IS_LAST = new Set(LAST_WORDS.trim().split(/\s+/));
/** Words at the end of a message: 12 OAK ROAD, XANBURY, MANY THANKS. */
const POLITE = 'PLEASE PLS PLZ THANKS THX CHEERS YOU XX XXX';
const IS_POLITE = new Set(POLITE.split(' '));
const BEFORE_POLITE = /[\s,.!;(-]*(?:\b(?:many|thank|see))?[\s,.!;(-]*$/i;
const SIGN = signOfWords(`${LAST_WORDS} ${POLITE}`);
const DESCRIBING =
  '(?:(?:self[ -]contained|granny|garden|rear|front|back|side|upper|lower|left|right|studio|detached|converted|old|double) )*';
/** 12 OAK ROAD, XANBURY GARDEN FLAT; 12 OAK ROAD, XANBURY (GARAGE): words that rarely end the name of a place. */
const PART = new RegExp(
  `[\\s(\\u2013\\u2014-]{1,3}((?:the )?${DESCRIBING}(?:annexe?|garages?|flat|studio|maisonette|bedsit|outbuildings?|workshop|rear)(?: (?:at|to|in) (?:the )?rear)?)\\)?\\.?$`,
  'i',
);
/** 12 OAK ROAD, XANBURY - THE COACH HOUSE: words that also end names, so a bracket, dash or article must precede. */
const HOUSE = new RegExp(
  `(?:\\(| [\\u2013\\u2014-] ?| (?=the ))((?:the )?${DESCRIBING}(?:(?:coach|cart|gate|boat|summer) ?house|barn|lodge|cottage|bungalow|shop|office|caravan|cabin|stables))\\)?\\.?$`,
  'i',
);
/** A number and a street: the rule needs both. FLAT 3, OAK STUDIO has no street. */
const NUMBERED =
  /[0-9][a-z]?,? [a-z' .-]*\b(?:road|rd|street|st|avenue|ave?|lane|ln|drive|dr|close|cl|crescent|cres|way|terrace|terr?|place|pl|gardens|gdns|grove|square|sq|court|hill|park|row|mews|view|walk|rise)\b.*[,\s(]/i;

/**
 * Separates a part of the house from the town before it: 12 OAK ROAD, XANBURY (GARAGE) to 12 OAK ROAD, XANBURY, GARAGE.
 * Otherwise it would be parsed as part of the town's name.
 */
export function withKindApart(address: string, signs: number): string {
  if ((signs & SIGN) === 0) return address;
  const end = address.trimEnd();
  const at = end.lastIndexOf(' ');
  const last = end
    .slice(at + 1)
    .replace(/[().!-]/g, '')
    .toUpperCase();
  if (at > 0 && IS_POLITE.has(last)) return withKindApart(end.slice(0, at).replace(BEFORE_POLITE, ''), signs);
  if (!IS_LAST.has(last) || !NUMBERED.test(address)) return address;
  const withComma = end.replace(PART, ', $1');
  return withComma === end ? end.replace(HOUSE, ', $1') : withComma;
}
