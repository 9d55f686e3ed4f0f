import type { Evidence } from '../compare/compare.ts';

const PARTS = ['number', 'unit', 'street', 'building', 'locality', 'postcode'] as const;

/** One `part:relation` for each part of the address that either side has. */
export function reasonsOf(evidence: Evidence): string[] {
  const reasons: string[] = [];
  for (const part of PARTS) if (evidence[part] !== 'none') reasons.push(`${part}:${evidence[part]}`);
  if (evidence.relation === 'different') reasons.push('relation:different');
  if (evidence.relation === 'same') reasons.push('relation:same');
  if (evidence.role_differs) reasons.push('number:stands_elsewhere');
  return reasons;
}

const OUTCOMES = {
  exact: 'exact',
  same: 'exact',
  equivalent: 'equivalent',
  storey: 'equivalent',
  range_end: 'equivalent',
  range_inside: 'partial',
  near: 'partial',
  sector: 'partial',
  outcode: 'partial',
  unlike: 'partial',
  missing_query: 'missing_in_query',
  missing_candidate: 'missing_in_list',
  unknown: 'missing',
  conflict: 'conflict',
  different: 'conflict',
  area: 'conflict',
  none: null,
} as const satisfies Record<Evidence[(typeof FIELDS)[number]], string | null>;

const FIELDS = ['relation', 'unit', 'number', 'building', 'street', 'locality', 'postcode'] as const;

export interface FieldReason {
  field: (typeof FIELDS)[number];
  outcome: NonNullable<(typeof OUTCOMES)[keyof typeof OUTCOMES]>;
}

/**
 * How each part of the address compares, in the words of the contract, for the parts that either side has. The order is
 * that in which an address is written.
 */
export function fieldReasonsOf(evidence: Evidence): FieldReason[] {
  return FIELDS.flatMap((field) => {
    const outcome = OUTCOMES[evidence[field]];
    return outcome ? [{ field, outcome }] : [];
  });
}
