import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
  type Staged,
} from '@domesday/loading/types';

/**
 * The indices of deprivation of the three nations, which are not comparable with each other. Rank 1 is the most
 * deprived everywhere.
 *
 * England (`deprivation-england`): File 7 of 2019 and 2025, whose long headers are matched by their beginning,
 * since one of 2025 is cut short; besides, two tables as others put them together: local authorities in long
 * form (`index_domain, average_score …`) and MSOAs (`MSOAC, IMD19 SCORE, MSOARANK …`). Wales: the ranks of WIMD,
 * a sheet with notes above its header. Scotland: SIMD by data zone of 2011.
 */
const COLUMNS = [
  { name: 'dataset', type: 'text not null' },
  { name: 'area_code', type: 'text not null' },
  { name: 'area_name', type: 'text' },
  { name: 'level', type: 'text not null' },
  { name: 'year', type: 'smallint not null' },
  { name: 'score', type: 'double precision' },
  { name: 'rank', type: 'integer' },
  { name: 'rank_of', type: 'integer' },
  { name: 'decile', type: 'smallint' },
  { name: 'domains', type: 'jsonb not null' },
];
type Id = 'deprivation-england' | 'deprivation-wales' | 'deprivation-scotland';

const ENGLISH_DOMAINS: [RegExp, string][] = [
  [/^income (score|rank|decile|deprivation$|deprivation domain)/, 'income'],
  [/^employment/, 'employment'],
  [/^education/, 'education'],
  [/^health/, 'health'],
  [/^crime/, 'crime'],
  [/^barriers/, 'housing_and_services'],
  [/^living environment/, 'living_environment'],
];

export const deprivationEngland = indexOf('deprivation-england', [
  smallAreasOfEngland,
  authoritiesOfEngland,
  middleAreas,
]);
export const deprivationWales = indexOf('deprivation-wales', [smallAreasOfWales]);
export const deprivationScotland = indexOf('deprivation-scotland', [dataZones]);

function indexOf(id: Id, layouts: ((head: Head) => Layout | Refusal)[]): DatasetModule {
  return {
    id,
    fallbackEncoding: 'windows-1252',
    snapshot: true,
    staging: COLUMNS,
    maxFieldChars: 2000,
    maxRecordChars: 64_000,
    nullRates: { rank: 0.01 },
    recognise: (head) => {
      let refusal: Refusal | null = null;
      for (const layout of layouts) {
        const verdict = layout(head);
        if (!isRefused(verdict)) return verdict;
        if (!refusal || verdict.missing.length < refusal.missing.length) refusal = verdict;
      }
      return refusal!;
    },
    replacedRows: (staged) => servedRows(staged, 'deprivation_areas', ofEdition(staged.table)),
    publish: (staged) => publishIndex(staged),
  };
}

function ofEdition(staging: string): string {
  return `(t.dataset, t.level, t.year) in (select e.dataset, e.level, e.year from ${staging} e)`;
}

/** Domains of an area may come in rows of their own; ranks are counted out of the areas of the edition. */
function publishIndex(staged: Staged): Promise<number> {
  return publishRows(staged, {
    table: 'deprivation_areas',
    key: ['area_code', 'year'],
    columns: COLUMNS.map((c) => c.name),
    remove: ofEdition(staged.table),
    gathered: (staging) => `
      select dataset, area_code, max(area_name) as area_name, level, year, max(score) as score, max(rank) as rank,
             coalesce(max(rank_of), (count(*) over (partition by dataset, level, year))::integer) as rank_of,
             max(decile) as decile, coalesce(max(domains::text) filter (where not own), '{}')::jsonb
               || coalesce(jsonb_object_agg(domain.key, domain.value) filter (where own), '{}') as domains
        from (select *, domains ? 'own' as own from ${staging}) s
        left join lateral jsonb_each(s.domains -> 'own') as domain on s.own
       group by dataset, area_code, level, year`,
  });
}

const BEFORE_AREA = /^(lsoa|lower layer super output area) code/;

function smallAreasOfEngland(head: Head): Layout | Refusal {
  const found = namedColumns('File 7 of the English indices', head, {
    score: ['Index of Multiple Deprivation (IMD) Score', 'Index of Multiple Deprivation Score'],
  });
  if (isRefused(found)) return found;
  const { at, columns, header, width, dataOffset, firstLine } = found;
  const plain = header.map((name) => name.toLowerCase().trim());
  const code = plain.findIndex((name) => BEFORE_AREA.test(name));
  const name = plain.findIndex((text) => /^lsoa name/.test(text));
  const rank = plain.findIndex((text) => /^index of multiple deprivation.*rank/.test(text));
  const decile = plain.findIndex((text) => /^index of multiple deprivation.*decile/.test(text));
  if (code === -1 || rank === -1 || columns.size === 0)
    return {
      refused: 'as File 7 it misses the columns LSOA code and Index of Multiple Deprivation (IMD) Rank.',
      missing: ['LSOA code'],
    };
  const year = /2021/.test(plain[code]!) ? 2025 : 2019;
  const ranks = ENGLISH_DOMAINS.map(([pattern, domain]) => ({
    domain,
    position: plain.findIndex((text) => pattern.test(text) && /rank \(where/.test(text)),
  })).filter((d) => d.position !== -1);
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const area = cleanText(fields[code]);
    if (!area || !/^E01\d{6}$/.test(area)) return `"${area ?? ''}" is not the code of an LSOA in England.`;
    const domains = Object.fromEntries(ranks.map((d) => [d.domain, numberOf(fields[d.position])]));
    fill(row, 'deprivation-england', area, name === -1 ? null : cleanText(fields[name]), 'small_area', year);
    row[5] = numberOf(fields[at.score]);
    row[6] = numberOf(fields[rank]);
    row[7] = null;
    row[8] = decile === -1 ? null : numberOf(fields[decile]);
    row[9] = JSON.stringify(domains);
    return null;
  };
  return { name: `File 7 of ${year}`, dataOffset, firstLine, map };
}

function authoritiesOfEngland(head: Head): Layout | Refusal {
  const found = namedColumns('the table of authorities', head, {
    code: ['area_code'],
    name: ['area_name'],
    year: ['deprivation_data_year'],
    domain: ['index_domain'],
    score: ['average_score'],
    rank: ['rank_average_score'],
  });
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const area = cleanText(fields[at.code]);
    if (!area || !/^E\d{8}$/.test(area)) return `"${area ?? ''}" is not the code of an authority.`;
    const about = (cleanText(fields[at.domain]) ?? '').toLowerCase();
    const overall = about.startsWith('index of multiple');
    const domain = ENGLISH_DOMAINS.find(([pattern]) => pattern.test(about))?.[1];
    if (!overall && !domain) return SKIP;
    fill(
      row,
      'deprivation-england',
      area,
      cleanText(fields[at.name]),
      'local_authority',
      Number(fields[at.year]) || 2025,
    );
    row[5] = overall ? numberOf(fields[at.score]) : null;
    row[6] = overall ? numberOf(fields[at.rank]) : null;
    row[7] = null;
    row[8] = null;
    row[9] = overall ? '{}' : JSON.stringify({ own: { [domain!]: numberOf(fields[at.rank]) } });
    return null;
  };
  return { name: 'authorities, one row for each domain', dataOffset, firstLine, map };
}

function middleAreas(head: Head): Layout | Refusal {
  const found = namedColumns('the table of MSOAs', head, {
    code: ['MSOAC'],
    name: ['MSOAHOCLN'],
    score: ['IMD19 SCORE'],
    rank: ['MSOARANK'],
    decile: ['MSOADECILE'],
  });
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const area = cleanText(fields[at.code]);
    if (!area || !/^E02\d{6}$/.test(area)) return `"${area ?? ''}" is not the code of an MSOA in England.`;
    fill(row, 'deprivation-england', area, cleanText(fields[at.name]), 'middle_area', 2019);
    row[5] = numberOf(fields[at.score]);
    row[6] = numberOf(fields[at.rank]);
    row[7] = null;
    row[8] = numberOf(fields[at.decile]);
    row[9] = '{}';
    return null;
  };
  return { name: 'MSOAs of 2019', dataOffset, firstLine, map };
}

function smallAreasOfWales(head: Head): Layout | Refusal {
  const found = namedColumns(
    'the ranks of WIMD',
    head,
    {
      code: ['LSOA code', 'LSOA Code'],
      rank: ['WIMD 2019', 'WIMD 2025', 'WIMD 2025 Rank', 'WIMD 2019 Rank', 'WIMD'],
    },
    {
      name: ['LSOA name (Eng)', 'LSOA name', 'LSOA name (English)'],
      decile: ['WIMD 2025 Overall Decile', 'WIMD 2019 Overall Decile'],
    },
    { preamble: true },
  );
  if (isRefused(found)) return found;
  const { at, header, width, dataOffset, firstLine } = found;
  const year = /2025/.test(header[at.rank]!) ? 2025 : 2019;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const area = cleanText(fields[at.code]);
    if (!area) return SKIP;
    if (!/^W01\d{6}$/.test(area)) return `"${area}" is not the code of an LSOA in Wales.`;
    const rank = numberOf(fields[at.rank]);
    if (rank === null || !Number.isInteger(rank))
      return 'The rank is not a whole number: load the sheet of ranks, not of scores.';
    fill(
      row,
      'deprivation-wales',
      area,
      at.name === -1 ? null : cleanText(fields[at.name]),
      'small_area',
      year,
    );
    row[5] = null;
    row[6] = rank;
    row[7] = null;
    row[8] = at.decile === -1 ? null : numberOf(fields[at.decile]);
    row[9] = '{}';
    return null;
  };
  return { name: `WIMD ${year} ranks`, dataOffset, firstLine, map };
}

function dataZones(head: Head): Layout | Refusal {
  const found = namedColumns(
    'SIMD by data zone',
    head,
    {
      code: ['Data_Zone', 'DataZone', 'DZ', 'Data Zone'],
      rank: ['SIMD2020v2_Rank', 'SIMD2020V2Rank', 'SIMD2020_Rank'],
    },
    {
      decile: ['SIMD2020v2_Decile', 'SIMD2020V2CountryDecile', 'SIMD2020_Decile'],
      income: ['SIMD2020v2_Income_Domain_Rank', 'SIMD2020_Income_Domain_Rank'],
      employment: ['SIMD2020_Employment_Domain_Rank', 'SIMD2020v2_Employment_Domain_Rank'],
      education: ['SIMD2020_Education_Domain_Rank', 'SIMD2020v2_Education_Domain_Rank'],
      health: ['SIMD2020_Health_Domain_Rank', 'SIMD2020v2_Health_Domain_Rank'],
      access: ['SIMD2020_Access_Domain_Rank', 'SIMD2020v2_Access_Domain_Rank'],
      crime: ['SIMD2020_Crime_Domain_Rank', 'SIMD2020v2_Crime_Domain_Rank'],
      housing: ['SIMD2020_Housing_Domain_Rank', 'SIMD2020v2_Housing_Domain_Rank'],
    },
  );
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  const domains = ['income', 'employment', 'education', 'health', 'access', 'crime', 'housing'] as const;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const area = cleanText(fields[at.code]);
    if (!area || !/^S01\d{6}$/.test(area)) return `"${area ?? ''}" is not the code of a data zone.`;
    fill(row, 'deprivation-scotland', area, null, 'small_area', 2020);
    row[5] = null;
    // Equal ranks are shared, which makes halves.
    row[6] = Math.round(numberOf(fields[at.rank]) ?? 0) || null;
    row[7] = null;
    row[8] = at.decile === -1 ? null : numberOf(fields[at.decile]);
    const known = domains.filter((domain) => at[domain] !== -1);
    row[9] = JSON.stringify(
      Object.fromEntries(known.map((domain) => [domain, numberOf(fields[at[domain]])])),
    );
    return null;
  };
  return { name: 'SIMD 2020', dataOffset, firstLine, map };
}

function fill(
  row: CopyValue[],
  dataset: Id,
  area: string,
  name: string | null,
  level: string,
  year: number,
): void {
  row[0] = dataset;
  row[1] = area;
  row[2] = name;
  row[3] = level;
  row[4] = year;
}
