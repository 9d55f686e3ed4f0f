/**
 * `share`: the part of the connections of each database that the inputs use at most. `patience_ms`: the longest wait
 * for the single calls under way before the next slice of work. Single calls go first, then batches, then jobs.
 */
export const LANES = {
  batch: { share: 0.5, patience_ms: 15 },
  job: { share: 0.2, patience_ms: 30 },
};

export type Lane = keyof typeof LANES;
