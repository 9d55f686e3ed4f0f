import { cleanText, countOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import {
  contradictions,
  figureEditions,
  NOT_DATED,
  newestOf,
} from '@domesday/loading/kinds/area-figures/editions.query';
import {
  FIGURE_TYPES,
  gatherLong,
  LONG_TYPES,
  publishFigures,
} from '@domesday/loading/kinds/area-figures/publish.query';
import { BANDS, COUNCIL_TAX } from '@domesday/loading/kinds/area-figures/topics';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { source } from './source.ts';

interface Edition {
  as_of: string;
}

type Band = `band_${(typeof BANDS)[number]}`;
/**
 * Band I exists only in Wales. A table without one of the other bands is another table, such as kinds of dwelling by
 * band.
 */
const BAND_COLUMNS = Object.fromEntries(
  BANDS.map((band) => [
    `band_${band}`,
    { from: [`band_${band}`], ...(band === 'i' ? { optional: true } : {}) },
  ]),
) as Record<Band, { from: string[]; optional?: true }>;

/**
 * Dwellings by council tax band. England and Wales: `CTSOP1_1_<date>.csv` of the Valuation Office Agency, one row for
 * each area from the nation to the LSOA, counts rounded to ten, `-` for fewer than five, `..` for a band that does not
 * exist. If a count is suppressed (`[c]`), the shares of the area are not known. The bands of the three nations are
 * based on different valuations. An archive has a file for each year since 1993.
 */
const wide = columnTable<Edition>()({
  topic: { type: FIGURE_TYPES.topic, read: () => 'council_tax' },
  area_code: {
    type: FIGURE_TYPES.area_code,
    from: ['ecode'],
    read: (text, row) => {
      const code = cleanText(text);
      return code && /^[EWK]\d{8}$/.test(code) ? code : row.skip();
    },
  },
  area_name: { type: FIGURE_TYPES.area_name, from: ['area_name'] },
  dataset: { type: FIGURE_TYPES.dataset, read: () => source.id },
  as_of: { type: FIGURE_TYPES.as_of, read: (_, row) => row.file.as_of },
  category: { type: LONG_TYPES.category, read: () => 'all' },
  whole: { type: LONG_TYPES.whole, read: () => true },
  value: { type: LONG_TYPES.value, read: () => null },
  total: { type: FIGURE_TYPES.total, from: ['all_properties'], read: dwellingsOf },
  figures: {
    // Rows of the long layout have no figures.
    type: 'jsonb',
    read: (_, row) => {
      const bands = COUNCIL_TAX.categories
        .map(({ key }) => [key, row.raw(key as Band)] as const)
        .filter(([, text]) => !NO_SUCH_BAND.test(text?.trim() ?? ''));
      return JSON.stringify(Object.fromEntries(bands.map(([key, text]) => [key, dwellingsOf(text)])));
    },
  },
  level: { from: ['geography'] },
  ...BAND_COLUMNS,
});

/**
 * Scotland: National Records of Scotland by data zone, one row for each band and year (`Geography_Code, Year, …,
 * Value`, or `FeatureCode, DateCode, Measurement, Units, Value, Council Tax Band`).
 */
const long = columnTable<Edition>()({
  topic: { type: FIGURE_TYPES.topic, read: () => 'council_tax' },
  area_code: {
    type: FIGURE_TYPES.area_code,
    from: ['Geography_Code', 'FeatureCode'],
    read: (text, row) => {
      const code = cleanText(text);
      return code && /^S\d{8}$/.test(code) ? code : row.skip();
    },
  },
  area_name: { type: FIGURE_TYPES.area_name, read: () => null },
  dataset: { type: FIGURE_TYPES.dataset, read: () => source.id },
  as_of: {
    type: FIGURE_TYPES.as_of,
    from: ['DateCode', 'Year'],
    optional: true,
    read: (text, row) => cleanText(text) ?? row.file.as_of,
  },
  category: {
    type: LONG_TYPES.category,
    from: ['Council Tax Band'],
    read: (text, row) => {
      if (/ratio|percent/i.test(row.raw('measurement') ?? ''))
        return row.skip('The row is a share, not a count.');
      const band = (cleanText(text) ?? '').toLowerCase();
      const found = COUNCIL_TAX.categories.find((c) => c.whole.test(band));
      return (
        found?.key ??
        (/^(total|all)/.test(band)
          ? 'total'
          : row.skip('The row is neither for a council tax band nor for the total.'))
      );
    },
  },
  whole: { type: LONG_TYPES.whole, read: () => true },
  value: { type: LONG_TYPES.value, from: ['Value'], read: dwellingsOf },
  total: { type: FIGURE_TYPES.total, read: () => null },
  figures: { type: 'jsonb', read: () => null },
  measurement: { from: ['Measurement'], optional: true },
});

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  keepsTotals: true,
  staging: wide.staging,
  maxFieldChars: 2000,
  maxRecordChars: 16_000,
  joinsEditions: true,
  recognise,
  check: async (staged) => [...(await figureEditions(staged)), ...(await contradictions(staged))],
  publish: (staged) =>
    publishFigures(staged, (staging) => {
      const newest = `${newestOf(staging)} f`;
      return `${gatherLong(`(select * from ${newest} where figures is null) l`)}
         union all
         select topic, area_code, area_name, dataset, as_of, total, figures from ${newest} where figures is not null`;
    }),
};

function recognise(head: Head): Layout | Refusal {
  const file = { as_of: editionOf(head.name) ?? editionOf(head.workbook ?? '') ?? NOT_DATED };
  const voa = wide.find('the stock of properties', head);
  if (!('refused' in voa)) return wide.layout({ name: 'stock of properties', ...voa, file });
  const nrs = long.find('dwellings by council tax band', head);
  if ('refused' in nrs) {
    const lacks_bands = voa.missing.every((name) => name.startsWith('band_'));
    return lacks_bands || voa.missing.length <= nrs.missing.length ? voa : nrs;
  }
  return long.layout({ name: 'dwellings by band and data zone', ...nrs, file });
}

const NO_SUCH_BAND = /^(\.\.|\[z\])?$/;

/** A count of dwellings. `-` means fewer than five, which is 0 when rounded to ten like all other counts. */
function dwellingsOf(text: string | undefined): number | null {
  return text?.trim() === '-' ? 0 : countOf(text);
}

function editionOf(name: string): string | null {
  return (
    /(?<!\d)(20\d\d)[_-](\d\d)[_-]\d\d(?!\d)/.exec(name)?.slice(1, 3).join('-') ??
    /20\d\d/.exec(name)?.[0] ??
    null
  );
}
