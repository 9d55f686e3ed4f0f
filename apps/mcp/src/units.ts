/**
 * Units of the arguments whose names end so: in words, and what a unit that is written behind a number multiplies it
 * by. "m" is a million of pounds and a metre.
 */
export const UNITS: { ending: string; words: string; times: Map<string, number> }[] = [
  {
    ending: '_price',
    words: 'pounds, a month for rents',
    times: new Map(Object.entries({ k: 1e3, m: 1e6, million: 1e6, pcm: 1 })),
  },
  { ending: '_m', words: 'metres', times: new Map(Object.entries({ m: 1, metres: 1, km: 1e3 })) },
  { ending: '_pct', words: 'per cent', times: new Map([['%', 1]]) },
  {
    ending: '_sqm',
    words: 'square metres',
    times: new Map(['sqm', 'm2', 'm²'].map((unit) => [unit, 1])),
  },
  { ending: 'months', words: 'months', times: new Map(['month', 'months'].map((unit) => [unit, 1])) },
  { ending: 'days', words: 'days', times: new Map(['day', 'days'].map((unit) => [unit, 1])) },
];
