import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { gatherLong, LONG_STAGING, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import { BANDS, COUNCIL_TAX } from '@domesday/loading/kinds/area-figures/topics';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * Dwellings by council tax band. England and Wales: `CTSOP1_1_<date>.csv` of the Valuation Office Agency, one
 * row for each area from the nation to the LSOA, counts rounded to ten, `-` for fewer than five, `..` where a
 * band does not exist. Scotland: National Records of Scotland by data zone, one row for each band
 * (`Geography_Code, …, Council Tax Band, Value`). The bands of the three nations rest on different valuations.
 */
const VOA = { level: ['geography'], code: ['ecode'], name: ['area_name'], total: ['all_properties'] };
const VOA_BANDS: Record<string, string[]> = Object.fromEntries(
  BANDS.map((band) => [`band_${band}`, [`band_${band}`]]),
);
const NRS = { code: ['Geography_Code', 'FeatureCode'], band: ['Council Tax Band'], value: ['Value'] };

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: [
    ...LONG_STAGING.slice(0, 5),
    { name: 'category', type: 'text not null' },
    { name: 'whole', type: 'boolean not null' },
    { name: 'value', type: 'double precision' },
    // A wide row is kept whole.
    { name: 'total', type: 'double precision' },
    { name: 'figures', type: 'jsonb' },
  ],
  maxFieldChars: 2000,
  maxRecordChars: 16_000,
  recognise,
  publish: (staged) =>
    publishFigures(
      staged,
      (staging) =>
        `${gatherLong(`(select * from ${staging} where figures is null) l`)}
         union all
         select topic, area_code, area_name, dataset, as_of, total, figures from ${staging} where figures is not null`,
    ),
};

function recognise(head: Head): Layout | Refusal {
  const as_of = editionOf(head.name);
  const voa = namedColumns<string, string>('the stock of properties', head, VOA, VOA_BANDS);
  if (!isRefused(voa)) {
    const { at, width, dataOffset, firstLine } = voa;
    const bandsAt = COUNCIL_TAX.categories.map(({ key }) => [key, at[key]!] as const);
    const map = (fields: string[], row: CopyValue[]): MapOutcome => {
      const wrong = wrongWidth(fields, width);
      if (wrong) return wrong;
      const code = cleanText(fields[at.code!]);
      if (!code || !/^[EWK]\d{8}$/.test(code)) return SKIP;
      const figures: Record<string, number> = {};
      for (const [key, position] of bandsAt) {
        const value = countOf(fields[position]);
        if (value !== null) figures[key] = value;
      }
      fill(row, code, cleanText(fields[at.name!]), as_of);
      row[5] = 'all';
      row[6] = true;
      row[7] = null;
      row[8] = countOf(fields[at.total!]);
      row[9] = JSON.stringify(figures);
      return null;
    };
    return { name: 'stock of properties', dataOffset, firstLine, map };
  }
  const nrs = namedColumns('dwellings by council tax band', head, NRS);
  if (isRefused(nrs)) return voa.missing.length <= nrs.missing.length ? voa : nrs;
  const { at, width, dataOffset, firstLine } = nrs;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const code = cleanText(fields[at.code]);
    if (!code || !/^S\d{8}$/.test(code)) return SKIP;
    const band = (cleanText(fields[at.band]) ?? '').toLowerCase();
    const found = COUNCIL_TAX.categories.find((c) => c.whole.test(band));
    if (!found && !/^(total|all)/.test(band)) return SKIP;
    fill(row, code, null, as_of);
    row[5] = found?.key ?? 'total';
    row[6] = true;
    row[7] = countOf(fields[at.value]);
    row[8] = null;
    row[9] = null;
    return null;
  };
  return { name: 'dwellings by band and data zone', dataOffset, firstLine, map };
}

function fill(row: CopyValue[], code: string, name: string | null, as_of: string): void {
  row[0] = 'council_tax';
  row[1] = code;
  row[2] = name;
  row[3] = 'council-tax-bands';
  row[4] = as_of;
}

/** `-` stands for fewer than five, which rounds to nought as all counts here are rounded to ten. */
function countOf(text: string | undefined): number | null {
  return text?.trim() === '-' ? 0 : numberOf(text);
}

function editionOf(name: string): string {
  return (
    /(?<!\d)(20\d\d)[_-](\d\d)[_-]\d\d(?!\d)/.exec(name)?.slice(1, 3).join('-') ??
    /20\d\d/.exec(name)?.[0] ??
    'not dated'
  );
}
