import type { Evidence } from '../compare/compare.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { mayBeOneSchool } from '../text/school-names.ts';

/** Agreement of two names of which only the word for their kind differs. */
const LIKE_NAME = 0.6;

interface Home {
  evidence: Evidence;
  prepared: { prepared: PreparedAddress };
}

/**
 * Marks the homes of the postcode whose name may be that of the query although it says another kind: QUAX SCHOOL and QUAX
 * HIGH SCHOOL, QUAX FARM and QUAX FARMHOUSE. Such a home is neither matched nor refused.
 */
export function withLikeKinds({ parsed }: PreparedAddress, ranked: readonly Home[]): void {
  if (parsed.building.length === 0 || parsed.unit !== null) return;
  for (const home of ranked) {
    const { evidence, prepared } = home;
    if (evidence.building !== 'different' || evidence.postcode !== 'exact' || evidence.unit !== 'none')
      continue;
    if (evidence.number === 'exact' || evidence.number === 'conflict') continue;
    const other = prepared.prepared.parsed.building;
    if (mayBeOneSchool(parsed.building.join(' '), other.join(' ')) || isOneFarm(parsed.building, other))
      home.evidence = { ...evidence, building: 'near', building_agreement: LIKE_NAME, other_name: true };
  }
}

/** QUAX FARMHOUSE or FARMHOUSE AT QUAX FARM for QUAX FARM, and the other way round. */
function isOneFarm(one: readonly string[], other: readonly string[]): boolean {
  const [asked, listed] = [farmOf(one), farmOf(other)];
  return asked !== null && asked === listed;
}

/** The name of a farm, whether its house is said or not; null if it is none. */
function farmOf(name: readonly string[]): string | null {
  const text = name.join(' ').replace(/\bFARM ?HOUSE\b/g, 'FARM');
  if (!/\bFARM$/.test(text)) return null;
  const words = text.split(' ').filter((word) => word !== 'THE' && word !== 'AT');
  return [...new Set(words)].sort().join(' ');
}
