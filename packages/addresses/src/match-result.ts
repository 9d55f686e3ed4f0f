import type { Candidate } from './compare/candidates.ts';
import type { Evidence } from './compare/compare.ts';
import type { MatchStatus } from './decide/status.ts';
import type { ParsedAddress } from './read/parse.ts';

export interface Scored<C extends Candidate> {
  candidate: C;
  /** The probability that this is the home in the query; for `parent_only`, that the best is that home's building. */
  confidence: number;
  evidence: Evidence;
  /** One word per part of the address: `number:exact`, `unit:missing_query`, `postcode:sector` and so on. */
  reasons: string[];
  score: number;
  /**
   * Lead of the best's score over the next UPRN that could be meant instead; for an alternative, its lead over the
   * best.
   */
  lead: number;
}

export interface MatchResult<C extends Candidate> {
  status: MatchStatus;
  best: Scored<C> | null;
  /** At most four. Their UPRNs differ from the best and from each other. */
  alternatives: Scored<C>[];
  /** Lead of the best in confidence over the next UPRN; null without a best. */
  runner_up_gap: number | null;
  reasons: string[];
  /** The best's confidence if the query only leaves parts of the address out (see `confidenceIfOpen`); else null. */
  confidence_if_open: number | null;
  query: ParsedAddress;
}
