import type { PreparedAddress } from '../read/prepare.ts';
import { NUMBERED_NAMES } from './words.ts';

/** Kinds of premises that a park, a marina or a house numbers apart from one another. */
const KIND =
  /\b(FLAT|APARTMENT|PITCH|PLOT|MOORING|BERTH|CARAVAN|CHALET|CABIN|POD|MAISONETTE|PENTHOUSE|BEDSIT|STUDIO|ROOM|UNIT|SUITE|OFFICE|SHOP)S?(?= (?:NUMBER )?[A-Z]?[0-9]| [A-Z]\b)/;
/** At the start only, since they end names too: OAK BARN 3. */
const FIRST_KIND = /^(?:THE )?(CAR PARK|[A-Z]{3,}) (?:NUMBER )?[A-Z]?[0-9]/;
const HOUSES = new Set(['BARN', 'COTTAGE', 'HALL', 'HOUSE', 'LODGE', 'VILLA']);
/** A number after these is that of no home. */
const PARTS: ReadonlySet<string> = new Set([
  'CAR PARK',
  ...'BED BOOTH BOX CHAIR CLUSTER CORE DOOR ENTRANCE HUT LIFT SPACE STAIR STAIRCASE WING'.split(' '),
  ...NUMBERED_NAMES,
]);

/** Kinds of which one may be written for another: a list that has FLAT 3 and no STUDIO means one home by both. */
const ALIKE: readonly ReadonlySet<string>[] = [
  new Set(['FLAT', 'APARTMENT', 'MAISONETTE', 'PENTHOUSE', 'BEDSIT', 'STUDIO']),
  new Set(['PITCH', 'PLOT', 'MOORING', 'BERTH', 'CARAVAN', 'CHALET', 'CABIN', 'POD', 'LODGE']),
];

const mayBeOneKind = (one: string, other: string): boolean =>
  one === other || ALIKE.some((kinds) => kinds.has(one) && kinds.has(other));

interface Listed {
  candidate: { address: string };
  words: readonly string[];
  prepared: PreparedAddress;
  spelling(postcode: string | null): { whole: string };
}

const kindIn = (text: string): string | undefined => {
  const kind = KIND.exec(text)?.[1];
  if (kind !== undefined) return kind;
  const first = FIRST_KIND.exec(text)?.[1];
  return first !== undefined && (HOUSES.has(first) || PARTS.has(first)) ? first : undefined;
};

/** Of flats, a list may have FLAT and APARTMENT side by side. */
const isOfFlats = (kind: string | undefined): boolean => kind === 'FLAT' || kind === 'APARTMENT';
const apart = (kind: string | undefined): string | undefined => (isOfFlats(kind) ? undefined : kind);
/** Whose number is hardly written without the word, where the house has flats. */
const TRADE = new Set(['SHOP', 'OFFICE']);

/**
 * UNIT 3 for SUITE 3 or FLAT 3, of which a house may have each. CARAVAN 4, OAK PARK where the list has PITCH 4, which
 * is the best, and CARAVAN 2; or 12 OAK PARK where it has PITCH 12 and PLOT 12: each kind has numbers of its own.
 */
export function isOfOtherKind(text: string | null, best: Listed, candidates: readonly Listed[]): boolean {
  const { parsed } = best.prepared;
  const asked = kindIn(text ?? '');
  // Most homes, which have no kind: it is a unit or a part of a name.
  if (asked === undefined && parsed.unit === null && parsed.building.length === 0) return false;
  const { whole } = best.spelling(parsed.postcode);
  const own = kindIn(whole);
  // UNIT 30, SUITE 2 has two kinds, in either order.
  if (asked === own || parsed.unit?.includes('/')) return false;
  if (asked !== undefined && own !== undefined && !mayBeOneKind(asked, own)) return true;
  // STAIRCASE 3, OAK COURT is not 3 OAK COURT.
  if (asked !== undefined && own === undefined && PARTS.has(asked) && !whole.includes(asked)) return true;
  const number = numberOf(best);
  return candidates.some((other) => {
    if (other === best || other.words !== best.words) return false;
    const there = kindIn(other.candidate.address.toUpperCase());
    // FLAT 5 for STUDIO 5, or 5 for SHOP 5, where the list has flats.
    if (
      own !== undefined &&
      isOfFlats(there) &&
      (isOfFlats(asked) ? !isOfFlats(own) : asked === undefined && TRADE.has(own))
    )
      return true;
    const kind = apart(there);
    if (kind === undefined || kind === own) return false;
    return apart(asked) === undefined ? number !== null && numberOf(other) === number : kind === asked;
  });
}

function numberOf({ prepared: { parsed } }: Listed): string | null {
  if (parsed.unit) return parsed.unit.replace(/^[A-Z]{3,}(?=[0-9])/, '');
  return parsed.number && parsed.number.to === null ? `${parsed.number.from}${parsed.number.suffix}` : null;
}
