/** Topics of area figures, and their categories. Counts, never shares. */
export interface Category {
  key: string;
  label: string;
  /** The publisher's name, lower case, sub-categories after a colon. */
  whole: RegExp;
  /** Sub-categories that sum to it if the table lacks the whole. */
  parts?: RegExp;
}
export interface Topic {
  unit: string;
  categories: Category[];
}
export type TopicId =
  | 'age'
  | 'households'
  | 'tenure'
  | 'occupation'
  | 'qualifications'
  | 'car_availability'
  | 'council_tax';

const category = (key: string, label: string, whole: RegExp, parts?: RegExp): Category => ({
  key,
  label,
  whole,
  ...(parts ? { parts } : {}),
});

/** Five-year bands to 84 and one above: the single years and bands of every census table fit into them. */
export const AGE_BANDS: { key: string; label: string; from: number }[] = Array.from(
  { length: 18 },
  (_, i) => ({
    key: i === 17 ? '85_plus' : `${i * 5}_${i * 5 + 4}`,
    label: i === 17 ? '85 and over' : `${i * 5} to ${i * 5 + 4}`,
    from: i * 5,
  }),
);

const OCCUPATIONS = [
  ['managers', 'Managers, directors and senior officials'],
  ['professional', 'Professional occupations'],
  ['associate_professional', 'Associate professional and technical occupations'],
  ['administrative', 'Administrative and secretarial occupations'],
  ['skilled_trades', 'Skilled trades occupations'],
  ['caring_leisure', 'Caring, leisure and other service occupations'],
  ['sales', 'Sales and customer service occupations'],
  ['process_plant', 'Process, plant and machine operatives'],
  ['elementary', 'Elementary occupations'],
] as const;

const QUALIFICATIONS: Record<'2021' | '2022', Category[]> = {
  2021: [
    category('none', 'No qualifications', /^no qualifications/),
    category('level_1', 'Level 1 and entry level', /^level 1/),
    category('level_2', 'Level 2', /^level 2/),
    category('apprenticeship', 'Apprenticeship', /^apprenticeship/),
    category('level_3', 'Level 3', /^level 3/),
    category('level_4', 'Level 4 and above', /^level 4/),
    category('other', 'Other, or unknown level', /^other/),
  ],
  2022: [
    category('none', 'No qualifications', /^no qualifications/),
    category('lower_school', 'Lower school qualifications', /^lower school/),
    category('upper_school', 'Upper school qualifications', /^upper school/),
    category('apprenticeship', 'Apprenticeship', /^apprenticeship/),
    category('further', 'Further education, HNC or HND', /^further education/),
    category('degree', 'Degree level or above', /^degree/),
    category('other', 'Other', /^other/),
  ],
};

/** The topics of a census. Scotland's census of 2022 counts qualifications in its own classes. */
export function censusTopics(census: '2021' | '2022'): Record<Exclude<TopicId, 'council_tax'>, Topic> {
  return {
    age: {
      unit: 'usual residents',
      categories: AGE_BANDS.map(({ key, label }) => category(key, label, /^$/)),
    },
    households: {
      unit: 'households',
      categories: [
        category('one_person', 'One person', /^one.person household(: total)?$/, /^one.person household: /),
        category(
          'family',
          'One family',
          /^(single|one) family household(: total)?$/,
          /^(single|one) family household: /,
        ),
        category(
          'other',
          'Other households',
          /^other household types?(: total)?$/,
          /^other household types?: /,
        ),
      ],
    },
    tenure: {
      unit: 'households',
      categories: [
        category('owned_outright', 'Owned outright', /own(s|ed) outright$/),
        category(
          'owned_mortgage',
          'Owned with a mortgage or loan',
          /owns with a mortgage or loan|owned with a mortgage/,
        ),
        category(
          'shared_ownership',
          'Shared ownership',
          /^shared ownership(: total)?$/,
          /shared (ownership|equity)/,
        ),
        category('social_rented', 'Social rented', /^social rented(: total)?$/, /^social rented: /),
        category('private_rented', 'Private rented', /^private rented(: total)?$/, /^private rented: /),
        category(
          'rent_free',
          'Lives rent free',
          /^(lives|living) rent free(: total)?$/,
          /^(lives|living) rent free: /,
        ),
      ],
    },
    occupation: {
      unit: 'residents aged 16 and over in employment',
      categories: OCCUPATIONS.map(([key, label], i) => category(key, label, new RegExp(`^${i + 1}\\.? `))),
    },
    qualifications: { unit: 'residents aged 16 and over', categories: QUALIFICATIONS[census] },
    car_availability: {
      unit: 'households',
      categories: [
        category('none', 'No car or van', /^no cars? or vans?/),
        category('one', 'One', /^(1|one) car or van/),
        category('two', 'Two', /^(2|two) cars or vans/),
        category(
          'three_or_more',
          'Three or more',
          /^(3|three) or more cars or vans/,
          /^(three cars|four or more cars) or vans/,
        ),
      ],
    },
  };
}

export const BANDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] as const;
export const COUNCIL_TAX: Topic = {
  unit: 'dwellings',
  categories: BANDS.map((band) =>
    category(`band_${band}`, `Band ${band.toUpperCase()}`, new RegExp(`^band ${band}$`)),
  ),
};

/** Rural Urban Classification of 2021, England and Wales. */
export const URBAN_CLASSES: Record<string, string> = {
  UN1: 'Urban: nearer to a major town or city',
  UF1: 'Urban: further from a major town or city',
  RLN1: 'Larger rural: nearer to a major town or city',
  RLF1: 'Larger rural: further from a major town or city',
  RSN1: 'Smaller rural: nearer to a major town or city',
  RSF1: 'Smaller rural: further from a major town or city',
};
/** Scottish Government eight-fold classification. */
export const SCOTTISH_CLASSES: Record<string, string> = {
  1: 'Large urban area',
  2: 'Other urban area',
  3: 'Accessible small town',
  4: 'Remote small town',
  5: 'Very remote small town',
  6: 'Accessible rural',
  7: 'Remote rural',
  8: 'Very remote rural',
};
/** Urban classes. */
export const URBAN = ['UN1', 'UF1', '1', '2'];

/** The topic and its categories for a dataset. */
export function topicOf(id: TopicId, dataset: string): Topic {
  return id === 'council_tax' ? COUNCIL_TAX : censusTopics(dataset === 'census-2022' ? '2022' : '2021')[id];
}

/** The topic of a publisher's variable: `Tenure of household`, `Age (101)`, `Occupation (current)`. */
export function topicOfVariable(variable: string): Exclude<TopicId, 'council_tax'> | null {
  const name = variable.toLowerCase();
  if (/^age\b/.test(name)) return 'age';
  if (/^(household composition|household type)/.test(name)) return 'households';
  if (/tenure/.test(name)) return 'tenure';
  if (/^occupation/.test(name)) return 'occupation';
  if (/qualification/.test(name)) return 'qualifications';
  return /cars? or vans?/.test(name) ? 'car_availability' : null;
}

/** The years of an age label: `Aged 5 to 9 years`, `Under 1`, `100 and over`; null for others. */
export function ageSpan(label: string): { from: number; to: number; single: boolean } | null {
  const text = label
    .toLowerCase()
    .replace(/^aged /, '')
    .replace(/ years?/g, '')
    .trim();
  if (/^under 1$/.test(text)) return { from: 0, to: 0, single: true };
  const single = /^(\d+)$/.exec(text);
  if (single) return { from: Number(single[1]), to: Number(single[1]), single: true };
  const over = /^(\d+) and over$/.exec(text);
  if (over) return { from: Number(over[1]), to: 150, single: Number(over[1]) >= 90 };
  const under = /^(\d+) and under$/.exec(text);
  if (under) return { from: 0, to: Number(under[1]), single: false };
  const band = /^(\d+) ?(?:to|-) ?(\d+)$/.exec(text);
  return band ? { from: Number(band[1]), to: Number(band[2]), single: false } : null;
}

/** The five-year band that contains a span of years; null if it overlaps several. */
export function bandOf(span: { from: number; to: number }): string | null {
  const band = Math.min(17, Math.floor(span.from / 5));
  if (band === 17) return '85_plus';
  return span.to <= band * 5 + 4 ? AGE_BANDS[band]!.key : null;
}
