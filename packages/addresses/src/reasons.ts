import type { Evidence } from './compare.ts';

const PARTS = ['number', 'unit', 'street', 'building', 'locality', 'postcode'] as const;

/** One word per part of the address that says how it compares. */
export function reasonsOf(evidence: Evidence): string[] {
  const reasons: string[] = [];
  for (const part of PARTS) if (evidence[part] !== 'none') reasons.push(`${part}:${evidence[part]}`);
  if (evidence.relation === 'different') reasons.push('relation:different');
  if (evidence.relation === 'same') reasons.push('relation:same');
  if (evidence.role_differs) reasons.push('number:stands_elsewhere');
  return reasons;
}
