import type { Schema } from './contract.ts';

/** Descriptions for models of the arguments that many tools share, shorter than in the documentation. */
const WORDS: Record<string, string> = {
  uprn: '',
  postcode: 'Or sector',
  outcode: 'Like XE1',
  lat: 'Degrees',
  lng: 'Degrees',
  radius_m: '',
  max_radius_m: '',
  polygon: 'GeoJSON',
  quote: 'Free quote',
  widen: 'Larger if few',
  property_type: 'Dwelling',
  tenure: 'Estate',
  new_build: 'true = only new, false = only others',
  bedrooms: '0 = studio',
  limit: '',
  cursor: 'next_cursor of last page',
  months: 'Back',
  history_months: '',
  sort: 'Order',
  status: 'Status',
  phase: 'Phase',
  sector: 'Sector',
  country: 'Nation',
  finish_quality: 'Finish',
  category: 'standard = full market value',
  bedrooms_min: 'Fewest',
  bedrooms_max: 'Most',
  min_bedrooms: 'Fewest',
  max_bedrooms: 'Most',
  min_price: 'Pounds, rents pcm',
  max_price: 'Pounds, rents pcm',
  double_ensuite: 'Rooms',
  double: 'Rooms',
  single_ensuite: 'Rooms',
  single: 'Rooms',
  parking: 'Has it any',
  outside_space: 'Garden or yard',
  living_room: 'Keeps one',
  occupancy_pct: 'Per cent of the year',
  cost_pct: 'Per cent of rent',
  target_yield_pct: 'Per cent, net',
  min_yield_pct: 'Per cent, gross',
  floor_area_tolerance_pct: 'Per cent',
  reduced: 'Price last went down, or not',
  added_since: 'First advertised since',
  decided_since: 'Decided since',
  q: 'Words',
  days: 'Days back',
  expiring_within_days: 'Days from now',
  guests: 'Sleeps',
  rooms: 'To let',
  title_number: '0-3 letters, 1-6 digits',
  address: 'Free text',
  year: 'From its April',
  min_score: 'Similarity',
  fields: 'All if omitted',
  types: 'All if omitted',
  categories: 'All if omitted',
  sections: 'All if omitted',
  allow_partial: 'Even if some lines lack evidence',
  bathrooms: '',
  include: 'Further parts',
  as_of: 'Valuation day',
  price_basis: 'Of homes',
  room_type: 'Kind',
  type: 'Category',
  include_comparables: 'List them',
};

/** Description of an argument for a model: its own words or the shared ones, then format and bounds. */
export function modelWords(name: string, schema: Schema, own: string | undefined, text = ''): string {
  const bounds = boundsOf(name, schema);
  return [own || (WORDS[name] ?? firstClause(text)), bounds].filter(Boolean).join(', ');
}

/** Text after a semicolon or a full stop explains a default that the schema has. */
function firstClause(text: string): string {
  return text.includes(' = ') ? text.replace(/\.$/, '') : text.split(/;|\.(?:\s|$)/)[0]!.trim();
}

function boundsOf(name: string, schema: Schema): string {
  const { minimum, maximum, maxLength, pattern, enum: values } = schema;
  if (schema.format === 'date') return 'YYYY-MM-DD';
  // A model knows the bounds of Great Britain, and each tool with a location would repeat them.
  if (name === 'lat' || name === 'lng') return '';
  if (minimum !== undefined && maximum !== undefined) {
    // A bound of this size gives a model no information.
    if (Number(maximum) >= 1e8) return '';
    return `${minimum}${Number(minimum) < 0 ? '..' : '-'}${maximum}`;
  }
  if (minimum !== undefined) return `${minimum} or more`;
  if (pattern === '^[0-9]{1,12}$') return 'digits';
  const free = schema.type === 'string' && !pattern && !values;
  return free && typeof maxLength === 'number' && maxLength >= 40 && name !== 'cursor'
    ? `up to ${maxLength} characters`
    : '';
}
