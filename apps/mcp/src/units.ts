/**
 * Units of arguments, by the ending of their names: the unit in words, and the factor of each unit that may follow a
 * number. "m" is a million for pounds and a metre for distances.
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
