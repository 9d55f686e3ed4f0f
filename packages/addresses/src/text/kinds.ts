import type { PreparedAddress } from '../read/prepare.ts';
import { NUMBERED_NAMES } from './words.ts';

/** Kinds of premises that a park, a marina or a house numbers distinctKind from one another. */
const KIND =
  /\b(FLAT|APARTMENT|PITCH|PLOT|MOORING|BERTH|CARAVAN|CHALET|CABIN|POD|MAISONETTE|PENTHOUSE|BEDSIT|STUDIO|ROOM|UNIT|SUITE|OFFICE|SHOP)S?(?= (?:NUMBER )?[A-Z]?[0-9]| [A-Z]\b)/;
/** Matched at the start only, since these words also end names: OAK BARN 3. */
const FIRST_KIND = /^(?:THE )?(CAR PARK|[A-Z]{3,}) (?:NUMBER )?[A-Z]?[0-9]/;
const HOUSES = new Set(['BARN', 'COTTAGE', 'HALL', 'HOUSE', 'LODGE', 'VILLA']);
/** A number after one of these belongs to no home. */
const PARTS: ReadonlySet<string> = new Set([
  'CAR PARK',
  ...'BED BOOTH BOX CHAIR CLUSTER CORE DOOR ENTRANCE HUT LIFT SPACE STAIR STAIRCASE WING'.split(' '),
  ...NUMBERED_NAMES,
]);

/** Kinds that are written for one another: if a list has FLAT 3 and no STUDIO, STUDIO 3 means FLAT 3. */
const EQUIVALENT_KINDS: readonly ReadonlySet<string>[] = [
  new Set(['FLAT', 'APARTMENT', 'MAISONETTE', 'PENTHOUSE', 'BEDSIT', 'STUDIO']),
  new Set(['PITCH', 'PLOT', 'MOORING', 'BERTH', 'CARAVAN', 'CHALET', 'CABIN', 'POD', 'LODGE']),
];

const mayBeOneKind = (one: string, other: string): boolean =>
  one === other || EQUIVALENT_KINDS.some((kinds) => kinds.has(one) && kinds.has(other));

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

/** A list may use FLAT and APARTMENT for the same kind of home. */
const isFlat = (kind: string | undefined): boolean => kind === 'FLAT' || kind === 'APARTMENT';
/** The kind if it has numbers of its own; undefined for flats, whose numbers are often written without the word. */
const distinctKind = (kind: string | undefined): string | undefined => (isFlat(kind) ? undefined : kind);
/** In a house with flats, the number of one of these is rarely written without its word. */
const TRADE = new Set(['SHOP', 'OFFICE']);

/**
 * Whether the text may mean premises of another kind than the best candidate, each kind being numbered distinctKind:
 * UNIT 3 for SUITE 3 or FLAT 3; CARAVAN 4, OAK PARK if the best is PITCH 4 and the list also has CARAVAN 2; 12 OAK PARK
 * if the list has PITCH 12 and PLOT 12.
 */
export function isOfOtherKind(text: string | null, best: Listed, candidates: readonly Listed[]): boolean {
  const { parsed } = best.prepared;
  const asked = kindIn(text ?? '');
  // Most homes have no kind: a kind is always part of a unit or a name.
  if (asked === undefined && parsed.unit === null && parsed.building.length === 0) return false;
  const { whole } = best.spelling(parsed.postcode);
  const own = kindIn(whole);
  // UNIT 30, SUITE 2 has two kinds, which may be written in either order.
  if (asked === own || parsed.unit?.includes('/')) return false;
  if (asked !== undefined && own !== undefined && !mayBeOneKind(asked, own)) return true;
  // STAIRCASE 3, OAK COURT is not 3 OAK COURT.
  if (asked !== undefined && own === undefined && PARTS.has(asked) && !whole.includes(asked)) return true;
  const number = numberOf(best);
  return candidates.some((other) => {
    if (other === best || other.words !== best.words) return false;
    const otherKind = kindIn(other.candidate.address.toUpperCase());
    // FLAT 5 for STUDIO 5, or 5 for SHOP 5, where the list has flats.
    if (
      own !== undefined &&
      isFlat(otherKind) &&
      (isFlat(asked) ? !isFlat(own) : asked === undefined && TRADE.has(own))
    )
      return true;
    const kind = distinctKind(otherKind);
    if (kind === undefined || kind === own) return false;
    return distinctKind(asked) === undefined ? number !== null && numberOf(other) === number : kind === asked;
  });
}

function numberOf({ prepared: { parsed } }: Listed): string | null {
  if (parsed.unit) return parsed.unit.replace(/^[A-Z]{3,}(?=[0-9])/, '');
  return parsed.number && parsed.number.to === null ? `${parsed.number.from}${parsed.number.suffix}` : null;
}
