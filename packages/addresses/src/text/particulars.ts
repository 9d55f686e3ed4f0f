import { signOfWords } from './given-signs.ts';
import { withoutHours } from './hours.ts';
import { CLERK_SIGNS, withoutNotesOfClerks } from './notes-of-clerks.ts';

/** The sign of a word of advertisements or delivery notes. */
const SIGN = signOfWords(`
  SALE LET RENT SOLD SSTC OFFER OFFERS INSTRUCTION VIEWING VIEWINGS AUCTION GUIDE BED BEDS BEDROOM BEDROOMS BATH BATHS
  BATHROOM BATHROOMS BAND EPC CHAIN WITH CODE DOOR HOUSE LEAVE PLEASE SAFE GARAGE DELIVER PARKING OPP OPPOSITE NEXT NR
  NEAR PREMISES DWELLING DWELLINGHOUSE
  OPEN OPENS OPENING CLOSED HOURS DAILY WEEKDAYS MON MONDAY SAT SATURDAY SUN SUNDAY FRI FRIDAY`);

const COUNT = '(?:[0-9]{1,4}|one|two|three|four|five|six|seven|eight|nine|ten)';
const OFFER =
  '(?:(?:(?:free|lease)hold )?(?:property |house |home )?(?:for sale|to (?:let|rent))|sold(?: stc| subject to contract)?|sstc|let agreed|under offer|new instruction|price reduced|guide price|offers (?:over|in excess of|in the region of)|auction(?: lot [0-9]+)?|viewings?)';

/** FOR SALE: 12 OAK ROAD; TO LET - 12 OAK ROAD; VIEWING AT 12 OAK ROAD. */
const OFFERED = new RegExp(
  `^\\s*${OFFER}(?:\\s*(?:[:,|\\u2013\\u2014-]+|\\b(?:at|in)\\b)\\s*|\\s+(?=(?:flat |apartment )?[0-9]))`,
  'i',
);
/**
 * A SPACIOUS THREE BEDROOM HOME SITUATED AT 12 OAK ROAD. The word FLAT stays: TWO BEDROOM FLAT AT 12 OAK ROAD. TWO
 * BEDROOM FLAT 12 OAK ROAD is not matched, since 12 may be the number of the flat or of the house.
 */
const DESCRIBED = new RegExp(
  `^\\s*(?:an? )?(?:[a-z]+ )?${COUNT}[ -]?bed(?:room)?(?:ed)?s? +(?:(?:(?:end|mid)[ -])?(?:semi|detached|terraced?|victorian|period|family|property|house|home|bungalow)[ -]+)*(?:for sale |to (?:let|rent) )?(?:(?:situated|located) )?(?:(?:at|in|on)\\b:?\\s*)?(?!(?:flat|apartment|studio) +[0-9])`,
  'i',
);

const BEFORE_NOTE = '[\\s,;|(\\u2013\\u2014-]{1,4}';
/** Details at the end of an advertisement: - 3 BED SEMI, 2 BATHS, EPC RATING D, CHAIN FREE, WITH GARAGE. */
const DETAILS = new RegExp(
  `${BEFORE_NOTE}(?:${COUNT}[ -]?(?:bath(?:room)?|bed(?:room)?|reception)s?|(?:council tax )?band:? [a-h]|epc(?: rating)?:? [a-g]|chain[ -]free|no (?:onward )?chain|sold subject to contract|sold stc|sstc|(?:for sale|to (?:let|rent))|offers (?:over|in excess of|in the region of)|guide price|(?:with|and|&|plus|together with) (?:an? |the |its )?(?:double |single |integral )?garage)\\)?\\.?$`,
  'i',
);
/** Notes at the end of a text on how to get in or where to leave a parcel. */
const NOTE = new RegExp(
  `${BEFORE_NOTE}(?:(?:gate|door|key|entry)(?: ?safe)? code:?(?: is)? *[0-9#*a-z]{1,8}|(?:the )?(?:red|blue|green|black|white|yellow|grey|brown|pink|purple|orange) (?:front )?door|(?:please )?leave (?:it |parcels? )?(?:in|with|at|by|on) [a-z' ]+|safe place:? [a-z' ]+|please (?:knock|call|phone|ring)[a-z' ]*|deliver to (?:the )?(?:reception|concierge|porter)[a-z' ]*|parking (?:at|to|in) (?:the )?rear|(?:the )?(?:[0-9]+(?:st|nd|rd|th)|first|second|third|last) house on (?:the )?(?:left|right)(?: hand side)?)\\)?\\.?$`,
  'i',
);
/** ROSE COTTAGE, OPPOSITE THE CHURCH, OAK LANE: a whole part that describes where the home is. */
const LANDMARK =
  /(?<=[a-z0-9] *)(?:,\s*|\(\s*|\s[-\u2013\u2014]\s)(?:just )?(?:opposite|opp\.?|next to|nr\.?|near(?: to)?) (?:the|a) [a-z' ]+(?:\)|(?=\s*,)|(?=[\s.]*$))/i;

/** 12 OAK ROAD, XANBURY (HOUSE): the note means the whole house. */
const WHOLE_HOUSE = /\((?:private )?(?:dwelling|dwelling ?house|house)\)\.?$/i;

const USE =
  '(?:retail |lock[ -]?up |hot food |hairdressing |beauty |betting |day )?(?:shops?|stores?|offices?|workshops?|warehouses?|factory|showrooms?|restaurant|caf[e\u00e9]|takeaway|public house|hotel|guest ?house|bank|surgery|clinic|nursery|gymnasium|club ?house|club|hall|studio|salon|laboratory)';
const AND_PREMISES = `${USE}(?:(?:,| and| &) ${USE}){0,2} (?:and|&) premises\\b`;
/** SHOP AND PREMISES, 12 OAK ROAD: rating lists describe the whole premises before their address. */
const USED_AS = new RegExp(
  `^\\s*${AND_PREMISES}(?:\\s*[:,|\\u2013\\u2014-]+\\s*|\\s+at\\s+|\\s+(?=[0-9]))`,
  'i',
);
/** 12 OAK ROAD (SHOP AND PREMISES), XANBURY. */
const USE_AFTER = new RegExp(`${BEFORE_NOTE}${AND_PREMISES}\\)?(?=\\s*(?:,|\\.?$))`, 'i');

/**
 * Removes what advertisements, delivery notes and clerks' notes add to an address. Words that may identify the home (a
 * flat, an annexe, a storey) stay.
 */
export function withoutParticulars(given: string, signs: number): string {
  const noted = (signs & CLERK_SIGNS) === 0 ? given : withoutNotesOfClerks(given);
  const address = HAS_WORD.test(noted) ? noted : given;
  if ((signs & SIGN) === 0) return address;
  let text = withoutHours(address)
    .replace(OFFERED, '')
    .replace(DESCRIBED, '')
    .replace(LANDMARK, ' ')
    .replace(WHOLE_HOUSE, '')
    .trimEnd();
  for (let notes = 0; notes < MOST_NOTES; notes += 1) {
    const shorter = text.replace(DETAILS, '').replace(NOTE, '').trimEnd();
    if (shorter === text) break;
    text = shorter;
  }
  if (AND_PREMISES_SAID.test(text)) text = text.replace(USED_AS, '').replace(USE_AFTER, '');
  return HAS_WORD.test(text) ? text : address;
}

const AND_PREMISES_SAID = /(?:and|&) premises\b/i;
const MOST_NOTES = 4;
const HAS_WORD = /[a-z]{2}/i;
