/**
 * Numbers and days are formatted without Intl: the first Intl.NumberFormat and DateTimeFormat of a page take 30 ms of
 * processor time, 120 on a slow device, before anything is shown.
 */
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ',');

export const count = (value: number): string => signed(value, 0);
export const decimal = (value: number): string => signed(value, 1);
export const percent = (value: number): string => `${decimal(value)} %`;
export const money = (value: number): string => signed(value, 0, '£');

/** Digits in groups of three; halves are rounded away from zero, as Intl rounds them. */
function signed(value: number, digits: 0 | 1, unit = ''): string {
  const scale = 10 ** digits;
  const rounded = Math.round(Math.abs(value) * scale) / scale;
  return `${value < 0 || Object.is(value, -0) ? '-' : ''}${unit}${grouped(rounded.toFixed(digits))}`;
}

/** An amount in thousands or millions, for the short labels of an axis. */
export function shortMoney(value: number): string {
  // From this amount on, rounding to thousands would give a million.
  if (Math.abs(value) >= 999_500) return `£${trim(value / 1_000_000)}m`;
  if (Math.abs(value) >= 999.5) return `£${trim(value / 1000)}k`;
  return `£${trim(value)}`;
}

const trim = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

/** The day in UTC, such as `5 Sept 2024`. */
export function day(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Returns how to name days. If all are the first of a month, they stand for whole months. */
export const dated =
  (days: string[]): ((iso: string) => string) =>
  (iso) =>
    days.length > 1 && days.every((one) => one.endsWith('-01')) ? edition(iso.slice(0, 7)) : day(iso);

/** The date of figures, which the API gives as a year, a month or a day. */
export function edition(of: string): string {
  const [year, month, rest] = of.split('-');
  return rest ? day(of) : month ? `${MONTHS[Number(month) - 1]} ${year}` : of;
}

/** A text of the API with days and months in British order, and metres with thousands separators. */
export const british = (text: string): string =>
  text
    .replace(/\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-\d\d)?\b/g, (of) => edition(of))
    .replace(/\b\d{4,}(?= m\b)/g, grouped);

/** A moment with its minute, such as `5 Sept 2024, 14:05 UTC`. */
export function moment(iso: string): string {
  const date = new Date(iso);
  return `${day(iso)}, ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())} UTC`;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** A code such as `very_low` in words. */
export function words(code: string): string {
  const text = code === 'semi_detached' ? 'semi-detached' : code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const credits = (n: number): string => numbered(n, 'credit');

/** A number of things, such as `1 sale` and `1,200 sales`. */
export const numbered = (n: number, thing: string): string => `${count(n)} ${thing}${n === 1 ? '' : 's'}`;

export const bedroomsOf = (n: number): string => (n === 0 ? 'Studio' : numbered(n, 'bedroom'));

/** The sample size of a figure in words; null means an index, whose records are not counted. */
export const sampled = (n: number | null, thing: string, figure: string): string =>
  n === null ? `${figure} of an index` : numbered(n, thing);

/** An address in capitals converted to mixed case, such as `St John's`; postcodes keep their capitals. */
export function address(text: string): string {
  return text
    .split(' ')
    .map((word) =>
      /\d/.test(word)
        ? word
        : word.toLowerCase().replace(/(^|[-(]|['’](?=\p{L}{2}))(\p{L})/gu, (_, a, b) => a + b.toUpperCase()),
    )
    .join(' ');
}

const REASONS: Record<string, string> = {
  not_covered: 'No loaded source covers this place.',
  not_in_jurisdiction: 'This nation publishes no such record.',
  not_recorded: 'The sources that cover it do not state it.',
  not_measured: 'No data to measure it with are loaded.',
  insufficient_sample: 'Too few records for a figure.',
  source_not_loaded: 'The source is not loaded.',
};

/** Whether a warning with this code gives the reason for a null. */
export const isReason = (code: string): boolean => code in REASONS;

export const reason = (code: string): string => REASONS[code] ?? words(code);

/** Reasons why valuations leave out a registered sale. */
export const LEFT_OUT: Record<string, string> = {
  price_below_usable: 'too low for a whole home',
  price_above_usable: 'too high for one home',
  not_a_house_or_flat: 'neither a house nor a flat',
  sold_together: 'one price of several homes',
};

/** Methods of a sale valuation. */
export const METHODS: Record<string, string> = {
  last_sold_growth: 'Last sale, carried by local growth',
  sqft_estimate: 'Floor area times the local price per square foot',
  comparables: 'Similar sales nearby',
};
