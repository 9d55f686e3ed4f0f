import { GIVEN, signOfWords } from '../text/given-signs.ts';

/** OakPrimary School: the space between two words is missing. */
const JOINED = /[a-z]{3}[A-Z][a-z]{2}/;
const BETWEEN_JOINED = /(?<=[a-z]{3})(?=[A-Z][a-z]{2})/g;

const CHURCH_OF_ENGLAND = /\b(?:c\.? ?of ?e\b\.?|ch(?:u?rch|\.)? of eng(?:land\b|\b\.?))/i;
const SHORT_FOR_CHURCH = /\bc\.?e\b\.?(?= +(?:\(|[a-z]))/i;

const OF_ENGLAND = ['Church of England', 'C of E', 'CE'];

const OF_SCHOOLS = GIVEN.odd | signOfWords('CATHOLIC RC VOLUNTARY VA VC');
/** QUAX VA PRIMARY SCHOOL, QUAX (VOLUNTARY CONTROLLED) SCHOOL: words for who maintains a school. */
const VOLUNTARY =
  / \(?(?:voluntary (?:aided|controlled)\b|v\.?[ac]\b\.?)\)?(?= (?:[a-z]+ ){0,3}(?:school|academy)\b)/i;
const CATHOLIC = /\b(?:(?:roman )?catholic|r\.?c\b\.?)(?= +\(?[a-z])/i;

/**
 * Other forms of a name: with joined words separated, with CHURCH OF ENGLAND or CATHOLIC in full or short, without VA
 * or VC, and with a kind such as INN left out or abbreviated.
 */
export function withNameOtherwise(given: string, signs: number): string[] {
  const address = signs & OF_SCHOOLS ? given.replace(VOLUNTARY, '') : given;
  const apart = address === given ? [] : [address];
  if (signs & SIGNS_OF_KIND) apart.push(...withKindOtherwise(address));
  if (JOINED.test(address)) apart.push(address.replace(BETWEEN_JOINED, ' '));
  const catholic = signs & OF_SCHOOLS ? CATHOLIC.exec(address)?.[0].toUpperCase() : undefined;
  if (catholic) {
    const forms = ['Catholic', 'RC', 'Roman Catholic'].filter((form) => form.toUpperCase() !== catholic);
    return [...apart, ...forms.map((form) => address.replace(CATHOLIC, form))];
  }
  if (CHURCH_OF_ENGLAND.test(address))
    return [...apart, ...OF_ENGLAND.map((form) => address.replace(CHURCH_OF_ENGLAND, form))];
  if (!SHORT_FOR_CHURCH.test(address)) return apart;
  return [...apart, ...OF_ENGLAND.slice(0, 2).map((form) => address.replace(SHORT_FOR_CHURCH, form))];
}

const SIGNS_OF_KIND = GIVEN.odd | signOfWords('PUBLIC PH INN URC REFORMED BREAKFAST');
/** RED LION PUBLIC HOUSE, RED LION P.H. and RED LION INN: the list may have RED LION. */
const PUB = /^([^,0-9 ]+ [^,0-9]*[a-z]) +(?:public house|p\. ?h\.|ph|inn)(?= *(?:[,(]|$))/i;
/** Kinds and the other form in which a list may have them, short or long. */
const SHORT_KINDS: [RegExp, string][] = [
  [/\bu\.?r\.?c\b\.?(?: church\b)?/i, 'United Reformed Church'],
  [/\bunited reformed church\b/i, 'URC'],
  [/\bbed (?:and|&) breakfast\b/i, 'B&B'],
  [/\bb ?& ?b\b/i, 'Bed and Breakfast'],
];

function withKindOtherwise(address: string): string[] {
  if (PUB.test(address)) return [address.replace(PUB, '$1')];
  return SHORT_KINDS.filter(([kind]) => kind.test(address)).map(([kind, form]) =>
    address.replace(kind, form),
  );
}
