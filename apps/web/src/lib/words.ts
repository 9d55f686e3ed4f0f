const pounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
});
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const one = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const money = (value: number): string => pounds.format(value);
export const count = (value: number): string => whole.format(value);
export const decimal = (value: number): string => one.format(value);
export const percent = (value: number): string => `${one.format(value)} %`;

/** An amount in thousands or millions, for the short labels of an axis. */
export function shortMoney(value: number): string {
  if (Math.abs(value) >= 1_000_000) return `£${trim(value / 1_000_000)}m`;
  if (Math.abs(value) >= 1000) return `£${trim(value / 1000)}k`;
  return `£${trim(value)}`;
}

const trim = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

export const day = (iso: string): string =>
  days.format(new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso));

export const moment = (iso: string): string => `${moments.format(new Date(iso))} UTC`;

/** A code such as `very_low` in words. */
export function words(code: string): string {
  const text = code === 'semi_detached' ? 'semi-detached' : code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function credits(n: number): string {
  return n === 1 ? '1 credit' : `${whole.format(n)} credits`;
}

/** An address in capitals converted to mixed case; what looks like a postcode keeps its capitals. */
export function address(text: string): string {
  return text
    .split(' ')
    .map((word) =>
      /\d/.test(word)
        ? word
        : word.toLowerCase().replace(/(^|[-'(])(\p{L})/gu, (_, a, b) => a + b.toUpperCase()),
    )
    .join(' ');
}

const REASONS: Record<string, string> = {
  not_covered: 'No loaded source covers this place.',
  not_in_jurisdiction: 'This nation has no such record in the open.',
  not_recorded: 'The sources that cover it do not state it.',
  not_measured: 'No data to measure it with are loaded.',
  insufficient_sample: 'Too few records for a figure.',
  source_not_loaded: 'The source is not loaded.',
};

export const reason = (code: string): string => REASONS[code] ?? words(code);

/** Methods of a sale valuation. */
export const METHODS: Record<string, string> = {
  last_sold_growth: 'Last sale, carried by local growth',
  sqft_estimate: 'Floor area times the local price per square foot',
  comparables: 'Similar sales nearby',
};
