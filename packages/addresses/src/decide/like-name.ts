import type { Evidence } from '../compare/compare.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { mayBeOneSchool } from '../text/school-names.ts';
import { BUILDING_TYPES } from '../text/words.ts';

/** Agreement of two names that differ only in the word for their kind. */
const LIKE_NAME = 0.6;

const SHORT_NAME = {
  street: 'missing_query',
  street_agreement: null,
  building: 'near',
  building_agreement: LIKE_NAME,
} as const;

interface Home {
  evidence: Evidence;
  prepared: { prepared: PreparedAddress };
}

/** ORCHARD alone, which is parsed as a street and may mean ORCHARD HOUSE. */
const isWordAlone = ({ number, unit, building, street, tail }: ParsedAddress): boolean =>
  number === null && unit === null && building.length === 0 && street.length > 0 && tail.length === 0;

/** Whether `name` is the query's word and a building type: ORCHARD HOUSE for ORCHARD. */
function isHouseOfName({ street }: ParsedAddress, name: readonly string[]): boolean {
  const [own, listed] = [street, name].map((words) => words.filter((word) => word !== 'THE'));
  return (
    listed!.length === own!.length + 1 &&
    BUILDING_TYPES.has(listed!.at(-1)!) &&
    own!.every((word, i) => word === listed![i])
  );
}

/**
 * Changes the evidence of homes in the postcode whose name may be the query's with another word for the kind: QUAX
 * SCHOOL and QUAX HIGH SCHOOL, QUAX FARM and QUAX FARMHOUSE. Such a home is then neither matched nor refused.
 */
export function withLikeKinds({ parsed }: PreparedAddress, ranked: readonly Home[]): void {
  if (parsed.unit !== null) return;
  const name = parsed.building.join(' ');
  const farm = farmOf(name);
  const isWord = isWordAlone(parsed);
  for (const home of ranked) {
    const { evidence, prepared } = home;
    if (isWord && evidence.postcode === 'exact' && isHouseOfName(parsed, prepared.prepared.parsed.building))
      home.evidence = { ...evidence, ...SHORT_NAME };
    if (evidence.building !== 'different' || evidence.postcode !== 'exact' || evidence.unit !== 'none')
      continue;
    if (evidence.number === 'exact' || evidence.number === 'conflict') continue;
    const other = prepared.prepared.parsed.building.join(' ');
    if (mayBeOneSchool(name, other) || (farm !== null && farm === farmOf(other)))
      home.evidence = { ...evidence, building: 'near', building_agreement: LIKE_NAME, other_name: true };
  }
}

/**
 * A key for the name of a farm, equal for QUAX FARM, QUAX FARMHOUSE and FARMHOUSE AT QUAX FARM; null for other names.
 */
function farmOf(name: string): string | null {
  const text = name.replace(/\bFARM ?HOUSE\b/g, 'FARM');
  if (!/\bFARM$/.test(text)) return null;
  const words = text.split(' ').filter((word) => word !== 'THE' && word !== 'AT');
  return [...new Set(words)].sort().join(' ');
}
