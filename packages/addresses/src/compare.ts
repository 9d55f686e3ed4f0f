import type { ParsedAddress } from './parse.ts';
import { areaOf, outcodeOf, sectorOf } from './postcode.ts';
import type { HouseNumber } from './walk.ts';
import { COMMON_WORDS, COUNTIES, STOP_WORDS, STREET_TYPES, TOP_STOREY, WEAK_STREET_TYPES } from './words.ts';

export type NumberRelation =
  | 'exact'
  | 'range_end'
  | 'range_inside'
  | 'missing_query'
  | 'missing_candidate'
  | 'none'
  | 'conflict';
export type UnitRelation =
  | 'exact'
  | 'equivalent'
  | 'storey'
  | 'missing_query'
  | 'missing_candidate'
  | 'none'
  | 'unlike'
  | 'conflict';
export type PostcodeRelation = 'exact' | 'near' | 'sector' | 'outcode' | 'area' | 'different' | 'unknown';
export type NameRelation = 'exact' | 'near' | 'different' | 'missing_query' | 'missing_candidate' | 'none';

/** How rare a word is, about 1 for an ordinary name and near 0 for a word that says nothing. */
export type Rarity = (word: string) => number;

/** A parsed address with what comparing needs worked out once. */
export interface PreparedAddress {
  parsed: ParsedAddress;
  words: string[];
  weights: number[];
  index: Map<string, number>;
  building: [number, number];
  street: [number, number];
  tail: [number, number];
}

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

/** Rarity without a corpus: types of street, counties and linking words say little, most names say a lot. */
export function staticRarity(word: string): number {
  if (STOP_WORDS.has(word)) return 0.1;
  if (STREET_TYPES.has(word)) return 0.3;
  if (COUNTIES.has(word)) return 0.2;
  if (WEAK_STREET_TYPES.has(word) || COMMON_WORDS.has(word)) return 0.55;
  return 1;
}

export function prepareAddress(parsed: ParsedAddress, rarity: Rarity = staticRarity): PreparedAddress {
  const { building, street, tail } = parsed;
  const words = [...building, ...street, ...tail];
  const index = new Map<string, number>();
  for (let i = words.length - 1; i >= 0; i -= 1) index.set(words[i]!, i);
  const b = building.length;
  const s = b + street.length;
  return {
    parsed,
    words,
    weights: words.map(rarity),
    index,
    building: [0, b],
    street: [b, s],
    tail: [s, words.length],
  };
}

/** Whether two words are one dropped, doubled, wrong or swapped letter apart. */
export function withinOneEdit(a: string, b: string): boolean {
  const gap = a.length - b.length;
  if (gap > 1 || gap < -1) return false;
  let i = 0;
  const shorter = Math.min(a.length, b.length);
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i += 1;
  if (gap === 0) {
    if (i === shorter) return true;
    if (a.slice(i + 1) === b.slice(i + 1)) return true;
    return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
  }
  return gap > 0 ? a.slice(i + 1) === b.slice(i) : a.slice(i) === b.slice(i + 1);
}

function withinTwoEdits(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  return endA - start <= 2 && endB - start <= 2;
}

/** How far two words agree: 1 the same, less for a slip of the pen that the length of the word excuses, else 0. */
export function wordAgreement(a: string, b: string): number {
  if (a === b) return 1;
  if ((a === 'ST' && b === 'STREET') || (a === 'STREET' && b === 'ST')) return 1;
  const length = Math.min(a.length, b.length);
  if (length >= 4 && withinOneEdit(a, b)) {
    return length >= 7 ? 0.95 : length >= 5 ? 0.85 : a[0] === b[0] ? 0.7 : 0.5;
  }
  if (length >= 8 && a[0] === b[0] && withinTwoEdits(a, b)) return 0.75;
  if (length >= 4 && length < Math.max(a.length, b.length) && (a.startsWith(b) || b.startsWith(a)))
    return 0.5;
  return 0;
}

/** For every word of `a` how well some word of `b` agrees with it, joined words (BEAU WAY, BEAUWAY) included. */
function agreements(a: PreparedAddress, b: PreparedAddress): Float64Array {
  const result = new Float64Array(a.words.length);
  for (let i = 0; i < a.words.length; i += 1) {
    const word = a.words[i]!;
    if (b.index.has(word)) {
      result[i] = 1;
      continue;
    }
    let best = 0;
    for (const other of b.words) {
      const value = wordAgreement(word, other);
      if (value > best) best = value;
    }
    if (best < 0.9 && i + 1 < a.words.length && b.index.has(word + a.words[i + 1])) {
      result[i] = 0.95;
      result[i + 1] = 0.95;
      i += 1;
      continue;
    }
    if (best < 0.9 && word.length >= 5) {
      for (let j = 0; j + 1 < b.words.length; j += 1) {
        if (
          b.words[j]!.length + b.words[j + 1]!.length === word.length &&
          b.words[j]! + b.words[j + 1]! === word
        )
          best = 0.95;
      }
    }
    result[i] = best;
  }
  return result;
}

function share(address: PreparedAddress, found: Float64Array, span: [number, number]): number {
  let total = 0;
  let agreed = 0;
  for (let i = span[0]; i < span[1]; i += 1) {
    total += address.weights[i]!;
    agreed += address.weights[i]! * found[i]!;
  }
  return total === 0 ? 0 : agreed / total;
}

const length = (span: [number, number]): number => span[1] - span[0];

function nameRelation(query: number, candidate: number, agreement: number | null): NameRelation {
  if (query === 0 && candidate === 0) return 'none';
  if (agreement === null) return query === 0 ? 'missing_query' : 'missing_candidate';
  return agreement > 0.99 ? 'exact' : agreement >= 0.6 ? 'near' : 'different';
}

/** Ranges as agents write them: an end or a number inside agrees, one outside or with another suffix does not. */
export function compareNumbers(
  a: HouseNumber,
  b: HouseNumber,
): 'exact' | 'range_end' | 'range_inside' | 'conflict' {
  if (a.to === null && b.to === null)
    return a.from === b.from && a.suffix === b.suffix ? 'exact' : 'conflict';
  if (a.to !== null && b.to !== null) {
    if (a.from === b.from && a.to === b.to && a.suffix === b.suffix && a.to_suffix === b.to_suffix)
      return 'exact';
    const sameStart = a.from === b.from && a.suffix === b.suffix;
    const sameEnd = a.to === b.to && a.to_suffix === b.to_suffix;
    return sameStart || sameEnd ? 'range_inside' : 'conflict';
  }
  const [one, range] = a.to === null ? [a, b] : [b, a];
  const to = range.to as number;
  if (one.from === range.from && one.suffix === range.suffix) return 'range_end';
  if (one.from === to && one.suffix === range.to_suffix) return 'range_end';
  if (to < range.from || to - range.from > 20) return 'conflict';
  if (one.suffix || range.suffix || range.to_suffix) return 'conflict';
  return one.from > range.from && one.from < to ? 'range_inside' : 'conflict';
}

function numberText(number: HouseNumber | null): string {
  return number && number.to === null ? `${number.from}${number.suffix}` : '';
}

const STOREY_UNIT = /^F(-?[0-9]+)P([0-9A-Z]+)$/;

function storeysOf(unit: string | null, floors: number[]): number[] {
  if (floors.length > 0) return floors;
  if (unit === 'UPPER') return [1, TOP_STOREY];
  if (unit === 'LOWER' || unit === 'GARDEN') return [-1, 0];
  const found = unit ? STOREY_UNIT.exec(unit) : null;
  return found ? [Number(found[1])] : [];
}

/** Which storey is the topmost no address says, so the top agrees with an upper storey only as far as `unlike`. */
function compareStoreys(a: number[], b: number[]): 'exact' | 'storey' | 'unlike' | 'conflict' {
  const shared = a.filter((storey) => b.includes(storey)).length;
  if (shared > 0) return shared === a.length && shared === b.length ? 'exact' : 'storey';
  const top = (x: number[], y: number[]): boolean =>
    x.includes(TOP_STOREY) && y.some((storey) => storey >= 1);
  return top(a, b) || top(b, a) ? 'unlike' : 'conflict';
}

/** Doors of a landing by side in one address and by number in the other, and the top for a storey with a number. */
function mayBeOneDoor(a: string, b: string): boolean {
  if (a[0] !== 'F' || b[0] !== 'F') return false;
  const [one, other] = [STOREY_UNIT.exec(a), STOREY_UNIT.exec(b)];
  if (!one || !other) return false;
  const storeys = compareStoreys([Number(one[1])], [Number(other[1])]);
  const numbered = /^[0-9]/.test(one[2]!) !== /^[0-9]/.test(other[2]!);
  return storeys !== 'conflict' && (numbered || one[2] === other[2]);
}

function compareUnitIds(a: string, b: string): 'exact' | 'unlike' | 'conflict' | 'nested_a' | 'nested_b' {
  if (a === b) return 'exact';
  if (a.startsWith(`${b}/`) || a.endsWith(`/${b}`)) return 'nested_a';
  if (b.startsWith(`${a}/`) || b.endsWith(`/${a}`)) return 'nested_b';
  if (mayBeOneDoor(a, b)) return 'unlike';
  const letter = /^[A-Z]$/.test(a) ? a : /^[A-Z]$/.test(b) ? b : null;
  if (letter !== null) {
    const other = letter === a ? b : a;
    if (/^[0-9]+$/.test(other) && Number(other) === letter.charCodeAt(0) - 64) return 'unlike';
  }
  return 'conflict';
}

export interface Identity {
  number: NumberRelation;
  unit: UnitRelation;
  /** The number stands before a street on one side and before a building's name on the other. */
  role_differs: boolean;
}

function compareUnits(
  query: ParsedAddress,
  candidate: ParsedAddress,
  queryUnit: string | null,
  candidateUnit: string | null,
): UnitRelation {
  // Most homes have neither, and every home of a postcode is asked.
  if (!queryUnit && !candidateUnit && query.floors.length === 0 && candidate.floors.length === 0)
    return 'none';
  const queryStoreys = storeysOf(queryUnit, query.floors);
  const candidateStoreys = storeysOf(candidateUnit, candidate.floors);
  const querySays = Boolean(queryUnit) || queryStoreys.length > 0;
  const candidateSays = Boolean(candidateUnit) || candidateStoreys.length > 0;
  if (!querySays && !candidateSays) return 'none';
  if (!querySays) return 'missing_query';
  if (!candidateSays) return 'missing_candidate';
  if (queryUnit && candidateUnit) {
    const found = compareUnitIds(queryUnit, candidateUnit);
    if (found === 'exact') return 'exact';
    if (found === 'nested_a') return 'missing_candidate';
    if (found === 'nested_b') return 'missing_query';
    if (found === 'unlike') return 'unlike';
    const worded = /^[A-Z]{4,}$/.test(queryUnit) || /^[A-Z]{4,}$/.test(candidateUnit);
    if (worded && queryStoreys.length > 0 && candidateStoreys.length > 0) {
      const storeys = compareStoreys(queryStoreys, candidateStoreys);
      return storeys === 'exact' ? 'storey' : storeys;
    }
    return 'conflict';
  }
  if (queryStoreys.length > 0 && candidateStoreys.length > 0) {
    if (query.position && candidate.position && query.position !== candidate.position) return 'conflict';
    const storeys = compareStoreys(queryStoreys, candidateStoreys);
    return storeys === 'exact' && (queryUnit || candidateUnit) ? 'storey' : storeys;
  }
  return 'unlike';
}

/** The share of the building's words of one address that the other holds. */
function holds(owner: PreparedAddress, other: PreparedAddress): number {
  if (length(owner.building) === 0) return 1;
  let total = 0;
  let found = 0;
  for (let i = owner.building[0]; i < owner.building[1]; i += 1) {
    total += owner.weights[i]!;
    const word = owner.words[i]!;
    if (other.index.has(word)) found += owner.weights[i]!;
    else if (other.words.some((candidate) => wordAgreement(word, candidate) >= 0.7))
      found += owner.weights[i]! * 0.8;
  }
  return found / total;
}

/** Number and unit together, since one is often written for the other: `24B`, `FLAT B 24`, `10 X HOUSE`. */
export function compareIdentity(q: PreparedAddress, c: PreparedAddress): Identity {
  const query = q.parsed;
  const candidate = c.parsed;
  let queryNumber = query.number;
  let candidateNumber = candidate.number;
  let queryUnit = query.unit;
  let candidateUnit = candidate.unit;
  let equivalent = false;
  if (queryNumber && candidateNumber) {
    if (queryNumber.to === null && candidateNumber.to === null && queryNumber.from !== candidateNumber.from) {
      const inBuilding = crossed(q, c);
      return (
        inBuilding ?? {
          number: 'conflict',
          unit: compareUnits(query, candidate, queryUnit, candidateUnit),
          role_differs: false,
        }
      );
    }
    // A suffix on one side may be the unit of the other, or be missing there.
    if (
      queryNumber.to === null &&
      candidateNumber.to === null &&
      queryNumber.suffix !== candidateNumber.suffix
    ) {
      if (queryNumber.suffix && candidateNumber.suffix) {
        return {
          number: 'conflict',
          unit: compareUnits(query, candidate, queryUnit, candidateUnit),
          role_differs: false,
        };
      }
      if (queryNumber.suffix && !queryUnit) {
        queryUnit = queryNumber.suffix;
        queryNumber = { ...queryNumber, suffix: '' };
        equivalent = true;
      } else if (candidateNumber.suffix && !candidateUnit) {
        candidateUnit = candidateNumber.suffix;
        candidateNumber = { ...candidateNumber, suffix: '' };
        equivalent = true;
      } else {
        return {
          number: 'conflict',
          unit: compareUnits(query, candidate, queryUnit, candidateUnit),
          role_differs: false,
        };
      }
    }
    const number = compareNumbers(queryNumber, candidateNumber);
    let unit = compareUnits(query, candidate, queryUnit, candidateUnit);
    if (equivalent && unit === 'exact') unit = 'equivalent';
    const differs =
      query.number_of !== candidate.number_of &&
      (query.number_of === 'building' || candidate.number_of === 'building');
    const role_differs = differs && number === 'exact' && (holds(q, c) < 0.5 || holds(c, q) < 0.5);
    return { number, unit, role_differs };
  }
  if (!queryNumber && !candidateNumber) {
    return {
      number: 'none',
      unit: compareUnits(query, candidate, queryUnit, candidateUnit),
      role_differs: false,
    };
  }
  return (
    crossed(q, c) ?? {
      number: queryNumber ? 'missing_candidate' : 'missing_query',
      unit: compareUnits(query, candidate, queryUnit, candidateUnit),
      role_differs: false,
    }
  );
}

/** One side gives as the unit of a building what the other gives as the number: 5 JACKSON HOUSE, FLAT 5. */
function crossed(q: PreparedAddress, c: PreparedAddress): Identity | null {
  const query = q.parsed;
  const candidate = c.parsed;
  if (Boolean(query.unit) === Boolean(candidate.unit)) return null;
  const queryText = numberText(query.number);
  const candidateText = numberText(candidate.number);
  if (query.number && !query.unit && candidate.unit && queryText !== '') {
    const same = compareUnitIds(queryText, candidate.unit);
    const named = query.number_of === 'building' || length(c.building) === 0 || holds(c, q) >= 0.6;
    if (same === 'exact') {
      if (!candidate.number) {
        return named
          ? {
              number: 'exact',
              unit: 'none',
              role_differs:
                length(c.building) > 0 &&
                (holds(c, q) < 0.6 || (query.number_of === 'street' && length(q.building) > 0)),
            }
          : { number: 'missing_candidate', unit: 'unlike', role_differs: true };
      }
      if (length(c.building) > 0 && holds(c, q) >= 0.6)
        return { number: 'missing_query', unit: 'exact', role_differs: false };
    }
    if (!candidate.number) return { number: 'conflict', unit: 'none', role_differs: false };
  }
  if (candidate.number && !candidate.unit && query.unit && candidateText !== '') {
    const same = compareUnitIds(query.unit, candidateText);
    const named = candidate.number_of === 'building' || length(q.building) === 0 || holds(q, c) >= 0.6;
    if (same === 'exact') {
      if (!query.number) {
        return named
          ? {
              number: 'exact',
              unit: 'none',
              role_differs:
                length(q.building) > 0 &&
                (holds(q, c) < 0.6 || (candidate.number_of === 'street' && length(c.building) > 0)),
            }
          : { number: 'missing_query', unit: 'unlike', role_differs: true };
      }
      if (length(q.building) > 0 && holds(q, c) >= 0.6)
        return { number: 'missing_candidate', unit: 'exact', role_differs: false };
    }
    if (!query.number) {
      // FLAT 3, SOME HOUSE, X ROAD against 12 X ROAD: no number to hold against it, and no unit in it.
      return length(q.building) > 0
        ? { number: 'missing_query', unit: 'missing_candidate', role_differs: false }
        : { number: 'conflict', unit: 'none', role_differs: false };
    }
  }
  return null;
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
    length(one.building) === 0 &&
    length(other.building) > 0 &&
    share(other, inOne, other.building) >= 0.9 &&
    share(other, inOne, other.street) < 0.5 &&
    share(one, inOther, one.street) >= 0.9
  );
}

/** Compares all but number and unit. */
export function compareNames(q: PreparedAddress, c: PreparedAddress): Names {
  const inCandidate = agreements(q, c);
  const inQuery = agreements(c, q);
  const streets = length(q.street) > 0 && length(c.street) > 0;
  const onlyName = streets && givesBuildingAlone(q, c, inCandidate, inQuery);
  const onlyNameThere = streets && givesBuildingAlone(c, q, inQuery, inCandidate);
  let street: number | null = null;
  if (onlyName || onlyNameThere) {
    // 12 MILL COURT against APARTMENT 12, MILL COURT, HIGH STREET: one says the street, the other does not.
  } else if (streets) {
    const a = share(q, inCandidate, q.street);
    const b = share(c, inQuery, c.street);
    street = 0.35 * Math.max(a, b) + 0.65 * Math.min(a, b);
  } else if (length(q.street) > 0 || length(c.street) > 0) {
    // The one street may stand among the other's words, where nothing told them from the rest.
    const found = length(q.street) > 0 ? share(q, inCandidate, q.street) : share(c, inQuery, c.street);
    street = found >= 0.75 ? found : null;
  }
  const buildings = length(q.building) > 0 && length(c.building) > 0;
  let building: number | null = null;
  if (buildings) {
    const a = share(q, inCandidate, q.building);
    const b = share(c, inQuery, c.building);
    building = 0.5 * Math.max(a, b) + 0.5 * Math.min(a, b);
  } else if (length(q.building) > 0) {
    // The name may stand as the other side's street or locality, where the words of it were read so.
    const a = share(q, inCandidate, q.building);
    building = a >= 0.75 ? a : null;
  } else if (length(c.building) > 0) {
    const b = share(c, inQuery, c.building);
    building = b >= 0.75 ? b : null;
  }
  let locality: number | null = null;
  if (length(q.tail) > 0 && length(c.tail) > 0) {
    locality = Math.max(share(q, inCandidate, q.tail), share(c, inQuery, c.tail));
  }
  const { number_of, building: name } = q.parsed.number ? q.parsed : c.parsed;
  const relations = q.parsed.relation ?? c.parsed.relation;
  return {
    postcode: comparePostcodes(q.parsed.postcode, c.parsed.postcode),
    street: nameRelation(onlyName ? 0 : length(q.street), onlyNameThere ? 0 : length(c.street), street),
    building: nameRelation(length(q.building), length(c.building), building),
    locality: nameRelation(length(q.tail), length(c.tail), locality),
    relation: relations === null ? 'none' : q.parsed.relation === c.parsed.relation ? 'same' : 'different',
    named: !(q.parsed.number && c.parsed.number) && number_of === 'street' && name.length > 0,
    street_agreement: street,
    building_agreement: building,
    locality_agreement: locality,
  };
}
