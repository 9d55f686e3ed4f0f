import type { Candidate } from './compare/candidates.ts';
import type { Evidence } from './compare/compare.ts';
import type { MatchStatus } from './decide/status.ts';
import type { ParsedAddress } from './read/parse.ts';

export interface Scored<C extends Candidate> {
  candidate: C;
  /** The probability that this is the home that is meant; at `parent_only` that the best is its building. */
  confidence: number;
  evidence: Evidence;
  /** One word per part of the address: `number:exact`, `unit:missing_query`, `postcode:sector` and so on. */
  reasons: string[];
  score: number;
  /** Lead of the score over the next UPRN that could be meant instead; of an alternative, over the best. */
  lead: number;
}

export interface MatchResult<C extends Candidate> {
  status: MatchStatus;
  best: Scored<C> | null;
  /** At most four, with UPRNs distinct from the best and from each other. */
  alternatives: Scored<C>[];
  /** Lead of the best in confidence over the next UPRN; null without a best. */
  runner_up_gap: number | null;
  reasons: string[];
  /** Of the best if it is `ambiguous` or left open, where the text only leaves parts of the address out; else null. */
  confidence_if_open: number | null;
  query: ParsedAddress;
}
