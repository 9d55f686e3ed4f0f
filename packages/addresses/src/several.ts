import type { Evidence } from './compare.ts';
import type { HouseNumber } from './parse-state.ts';

/**
 * If several numbers are written (9 & 11, 9-11) and the best candidate, which comes first, has only one of them: it and
 * the others that agree as well.
 */
export function oneOfSeveral<C>(
  number: HouseNumber | null,
  ranked: ReadonlyArray<{ candidate: C; evidence: Evidence }>,
): C[] {
  const first = ranked[0]!.evidence;
  if (!number || number.to === null || !first.number.startsWith('range')) return [];
  if (first.relation === 'different') return [];
  return ranked
    .filter(
      ({ evidence }) =>
        evidence.number === first.number &&
        evidence.unit === first.unit &&
        evidence.street_agreement === first.street_agreement,
    )
    .map(({ candidate }) => candidate);
}
