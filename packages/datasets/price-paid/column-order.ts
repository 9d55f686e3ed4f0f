const COLUMNS = ['paon', 'saon', 'street', 'locality', 'town', 'district', 'county'] as const;
type TextColumn = (typeof COLUMNS)[number];
const CALLED: Partial<Record<TextColumn, string>> = { paon: 'PAON', saon: 'SAON' };

/** Fewer rows do not show what is usual for a column. */
const JUDGED_FROM = 20;
/** A column needs this many different texts before their number is compared with that of another column. */
const LEAST_DIFFERENT = 20;
/** A column with this many times as many different texts as another is clearly the finer of the two. */
const CLEARLY_FINER = 1.2;
const MOST = 0.5;
/** Every sale has a town, a district and a county. */
const NEARLY_ALL = 0.9;
/** A larger share than single typing errors. */
const SOME = 0.02;
/** A larger share than the few sales that have a flat's name in place of the building's. */
const MANY = 0.1;
const FLAT = /^(FLAT|APARTMENT|MAISONETTE|(GROUND|FIRST|SECOND|THIRD|TOP) FLOOR)\b/i;
/** Names of authorities in a form that no post town has. */
const AUTHORITY = /^(THE )?CITY OF | AND |^COUNTY /i;

interface Habits {
  /** The share of rows whose text in the column matches. */
  share(column: TextColumn, is: RegExp): number;
  /** Whether one column has clearly more different texts than another, in the rows that have both. */
  finer(one: TextColumn, other: TextColumn): boolean;
}

const FILLED = /./;

interface Sign {
  of: TextColumn;
  holds: string;
  shows(habits: Habits): boolean;
}

/**
 * The sign of a missing column: the category, which stands to the right of the county, is in the place of the county.
 */
const LACKING: Sign = {
  of: 'county',
  holds: 'holds the letter of the category, which belongs one further to the right',
  shows: ({ share }) => share('county', /^[AB]$/) > MOST,
};

/** Signs that a column holds something else, with a description of what it holds. */
const SIGNS: Sign[] = [
  LACKING,
  { of: 'paon', holds: 'nothing in most rows', shows: ({ share }) => share('paon', FILLED) < MOST },
  {
    of: 'paon',
    holds: 'the numbers of flats',
    shows: ({ share }) => share('paon', FLAT) > MANY && share('paon', FLAT) > share('saon', FLAT),
  },
  {
    of: 'saon',
    holds: 'the letter of the tenure',
    shows: ({ share }) => share('saon', /^[FLU]$/) > MOST,
  },
  {
    of: 'street',
    holds: 'numbers of buildings',
    shows: ({ share }) => share('street', /^\d+[A-Z]?$/i) > SOME,
  },
  {
    of: 'street',
    holds: 'fewer names than the one after it, of localities',
    shows: ({ finer }) => finer('locality', 'street'),
  },
  {
    of: 'street',
    holds: 'nothing in most rows',
    shows: ({ share }) =>
      share('street', FILLED) < MOST &&
      (share('saon', FILLED) > MOST || share('locality', FILLED) > share('street', FILLED)),
  },
  ...(['town', 'district', 'county'] as const).map((of) => ({
    of,
    holds: 'nothing in many rows, and a column that is often blank has a text in nearly all',
    // A file may leave out the towns: then no other column has them.
    shows: ({ share }: Habits) =>
      share(of, FILLED) < NEARLY_ALL &&
      (['saon', 'locality'] as const).some((blank) => share(blank, FILLED) >= NEARLY_ALL),
  })),
  {
    of: 'town',
    holds: 'more names than the one before it, of localities',
    shows: ({ finer }) => finer('town', 'locality'),
  },
  {
    of: 'town',
    holds: 'names of districts',
    shows: ({ share }) =>
      share('town', AUTHORITY) > SOME && share('town', AUTHORITY) > share('district', AUTHORITY),
  },
  {
    of: 'county',
    holds: 'more names than the one before it, of districts',
    shows: ({ finer }) => finer('county', 'district'),
  },
];

/**
 * Why the columns of a file without a header seem to be in another order than in Price Paid Data, as a sentence; null
 * if its first rows do not show this. Identifiers, prices, days and letters are recognised by their form. The columns
 * checked here are free text, so only their usual contents show the order.
 */
export function otherOrder(rows: readonly string[][], at: Record<TextColumn, number>): string | null {
  if (rows.length < JUDGED_FROM) return null;
  const textsOf = (column: TextColumn) => rows.map((row) => row[at[column]]?.trim() ?? '');
  const texts = Object.fromEntries(COLUMNS.map((column) => [column, textsOf(column)]));
  const different = (column: TextColumn, beside: TextColumn) =>
    new Set(texts[column]!.filter((text, i) => text !== '' && texts[beside]![i] !== '')).size;
  const sign = SIGNS.find(({ shows }) =>
    shows({
      share: (column, is) => texts[column]!.filter((text) => is.test(text)).length / rows.length,
      finer: (one, other) =>
        different(other, one) >= LEAST_DIFFERENT &&
        different(one, other) > different(other, one) * CLEARLY_FINER,
    }),
  );
  if (!sign) return null;
  // All columns after the missing one are displaced, so the other signs do not tell which one is missing.
  if (sign === LACKING) return `one of its columns is missing: column ${at.county + 1} ${LACKING.holds}.`;
  return `its columns seem to stand in another order, or one is missing: column ${at[sign.of] + 1}, that of the ${CALLED[sign.of] ?? sign.of}, holds ${sign.holds}.`;
}
