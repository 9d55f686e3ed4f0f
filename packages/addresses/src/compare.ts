import type { Identity } from './compare-identity.ts';
import { agreements, share, withinOneEdit } from './compare-words.ts';
import { areaOf, outcodeOf, sectorOf } from './postcode.ts';
import { lengthOf, type PreparedAddress } from './prepare.ts';

export type PostcodeRelation = 'exact' | 'near' | 'sector' | 'outcode' | 'area' | 'different' | 'unknown';
export type NameRelation = 'exact' | 'near' | 'different' | 'missing_query' | 'missing_candidate' | 'none';

export interface Evidence extends Identity, Names {}

/** Field by field, since spreading two objects into one takes longer than all else that is done to a candidate. */
export function evidenceOf(identity: Identity, names: Names): Evidence {
  return {
    number: identity.number,
    unit: identity.unit,
    role_differs: identity.role_differs,
    named: names.named,
    postcode: names.postcode,
    street: names.street,
    building: names.building,
    locality: names.locality,
    relation: names.relation,
    street_agreement: names.street_agreement,
    building_agreement: names.building_agreement,
    locality_agreement: names.locality_agreement,
  };
}

/** What all candidates of the same words and postcode have in common. */
export interface Names {
  postcode: PostcodeRelation;
  street: NameRelation;
  building: NameRelation;
  locality: NameRelation;
  relation: 'same' | 'different' | 'none';
  /** One side alone has a number, and beside it a name by which the other may know the home. */
  named: boolean;
  /** The share of the names' weight that agrees, 0 to 1; null where one side has no such name. */
  street_agreement: number | null;
  building_agreement: number | null;
  locality_agreement: number | null;
}

function nameRelation(query: number, candidate: number, agreement: number | null): NameRelation {
  if (query === 0 && candidate === 0) return 'none';
  if (agreement === null) return query === 0 ? 'missing_query' : 'missing_candidate';
  return agreement > 0.99 ? 'exact' : agreement >= 0.6 ? 'near' : 'different';
}

export function comparePostcodes(a: string | null, b: string | null): PostcodeRelation {
  if (!a || !b) return 'unknown';
  if (a === b) return 'exact';
  if (withinOneEdit(a, b)) return 'near';
  if (sectorOf(a) === sectorOf(b)) return 'sector';
  if (outcodeOf(a) === outcodeOf(b)) return 'outcode';
  return areaOf(a) === areaOf(b) ? 'area' : 'different';
}

/** Whether what one address has for a street is all of the other's building, whose street it does not name. */
function givesBuildingAlone(
  one: PreparedAddress,
  other: PreparedAddress,
  inOther: Float64Array,
  inOne: Float64Array,
): boolean {
  return (
    lengthOf(one.building) === 0 &&
    lengthOf(other.building) > 0 &&
    share(other, inOne, other.building) >= 0.9 &&
    share(other, inOne, other.street) < 0.5 &&
    share(one, inOther, one.street) >= 0.9
  );
}

/** Compares all but number and unit. */
export function compareNames(q: PreparedAddress, c: PreparedAddress): Names {
  const inCandidate = agreements(q, c);
  const inQuery = agreements(c, q);
  const streets = lengthOf(q.street) > 0 && lengthOf(c.street) > 0;
  const onlyName = streets && givesBuildingAlone(q, c, inCandidate, inQuery);
  const onlyNameThere = streets && givesBuildingAlone(c, q, inQuery, inCandidate);
  let street: number | null = null;
  if (onlyName || onlyNameThere) {
    // 12 MILL COURT against APARTMENT 12, MILL COURT, HIGH STREET: one says the street, the other does not.
  } else if (streets) {
    const a = share(q, inCandidate, q.street);
    const b = share(c, inQuery, c.street);
    street = 0.35 * Math.max(a, b) + 0.65 * Math.min(a, b);
  } else if (lengthOf(q.street) > 0 || lengthOf(c.street) > 0) {
    // The one street may stand among the other's words, where nothing told them from the rest.
    const found = lengthOf(q.street) > 0 ? share(q, inCandidate, q.street) : share(c, inQuery, c.street);
    street = found >= 0.75 ? found : null;
  }
  const buildings = lengthOf(q.building) > 0 && lengthOf(c.building) > 0;
  let building: number | null = null;
  if (buildings) {
    const a = share(q, inCandidate, q.building);
    const b = share(c, inQuery, c.building);
    building = 0.5 * Math.max(a, b) + 0.5 * Math.min(a, b);
  } else if (lengthOf(q.building) > 0) {
    // The name may stand as the other side's street or locality, where the words of it were read so.
    const a = share(q, inCandidate, q.building);
    building = a >= 0.75 ? a : null;
  } else if (lengthOf(c.building) > 0) {
    const b = share(c, inQuery, c.building);
    building = b >= 0.75 ? b : null;
  }
  let locality: number | null = null;
  if (lengthOf(q.tail) > 0 && lengthOf(c.tail) > 0) {
    locality = Math.max(share(q, inCandidate, q.tail), share(c, inQuery, c.tail));
  }
  const { number_of, building: name } = q.parsed.number ? q.parsed : c.parsed;
  const relations = q.parsed.relation ?? c.parsed.relation;
  return {
    postcode: comparePostcodes(q.parsed.postcode, c.parsed.postcode),
    street: nameRelation(onlyName ? 0 : lengthOf(q.street), onlyNameThere ? 0 : lengthOf(c.street), street),
    building: nameRelation(lengthOf(q.building), lengthOf(c.building), building),
    locality: nameRelation(lengthOf(q.tail), lengthOf(c.tail), locality),
    relation: relations === null ? 'none' : q.parsed.relation === c.parsed.relation ? 'same' : 'different',
    named: !(q.parsed.number && c.parsed.number) && number_of === 'street' && name.length > 0,
    street_agreement: street,
    building_agreement: building,
    locality_agreement: locality,
  };
}
