import { cleanText } from '@domesday/files/values';
import { deprivationDataset, editionTable } from '@domesday/loading/kinds/deprivation';
import type { Head, Layout, Refusal } from '@domesday/loading/types';
import { quoted } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * The English indices: File 7 of 2019 and 2025, whose long headers are matched by their prefix, since one of 2025 is
 * truncated; Files 1 and 2, which have no scores; also two tables compiled by others: local authorities in long form
 * (`index_domain, average_score …`) and MSOAs (`MSOAC, IMD19 SCORE, MSOARANK …`).
 */
const smallAreas = editionTable(
  { dataset: source.id, level: 'small_area', code: /^E01\d{6}$/, called: 'an LSOA in England' },
  {
    score: {
      from: ['Index of Multiple Deprivation (IMD) Score', 'Index of Multiple Deprivation Score'],
      optional: true,
    },
    area_code: { from: ['LSOA code', /^(lsoa|lower_layer_super_output_area)_code/] },
    area_name: { from: [/^lsoa_name/], optional: true },
    rank: { from: ['Index of Multiple Deprivation (IMD) Rank', /^index_of_multiple_deprivation.*rank/] },
    decile: { from: [/^index_of_multiple_deprivation.*decile/], optional: true },
  },
  {
    income: [/^income_(?=.*rank_where)(rank|deprivation_domain)/],
    employment: [/^employment.*rank_where/],
    education: [/^education.*rank_where/],
    health: [/^health.*rank_where/],
    crime: [/^crime.*rank_where/],
    housing_and_services: [/^barriers.*rank_where/],
    living_environment: [/^living_environment.*rank_where/],
  },
);

const DOMAINS: [RegExp, string][] = [
  [/^income (score|rank|decile|deprivation$|deprivation domain)/, 'income'],
  [/^employment/, 'employment'],
  [/^education/, 'education'],
  [/^health/, 'health'],
  [/^crime/, 'crime'],
  [/^barriers/, 'housing_and_services'],
  [/^living environment/, 'living_environment'],
];

/** Subject of a row of the long table: the whole index, one of its domains, or neither. */
function domainOf(text: string | null): string | null {
  const about = (text ?? '').toLowerCase();
  if (about.startsWith('index of multiple')) return 'overall';
  return DOMAINS.find(([pattern]) => pattern.test(about))?.[1] ?? null;
}

const authorities = editionTable(
  { dataset: source.id, level: 'local_authority', code: /^E\d{8}$/, called: 'an authority' },
  {
    area_code: { from: ['area_code'] },
    area_name: { from: ['area_name'] },
    year: {
      from: ['deprivation_data_year'],
      read: (text, row) => {
        const year = /^\s*(20\d\d)\s*$/.exec(text ?? '')?.[1];
        return year ? Number(year) : row.refuse(`${quoted(text)} is not the year of an edition.`);
      },
    },
    domain: {
      from: ['index_domain'],
      read: (text, row) => {
        const domain = domainOf(cleanText(text));
        if (domain === null) return row.skip('Its domain is not served.');
        return domain === 'overall' ? null : domain;
      },
    },
    score: { from: ['average_score'] },
    rank: { from: ['rank_average_score'] },
  },
);

const middleAreas = editionTable(
  { dataset: source.id, level: 'middle_area', code: /^E02\d{6}$/, called: 'an MSOA in England' },
  {
    area_code: { from: ['MSOAC'] },
    area_name: { from: ['MSOAHOCLN'] },
    score: { from: ['IMD19 SCORE'] },
    rank: { from: ['MSOARANK'] },
    decile: { from: ['MSOADECILE'] },
  },
);

/** Editions by the years of the authorities and of the small areas in their headers. */
const BY_AUTHORITIES: Record<string, number> = { 2013: 2015, 2019: 2019, 2024: 2025 };
const BY_AREAS: Record<string, number> = { 2011: 2019, 2021: 2025 };
const NOT_AN_EDITION: Refusal = {
  refused:
    'its header names the areas of another year than the editions of 2015, 2019 and 2025 do, which are read here: of which it is, is not known.',
  missing: [],
};

/**
 * The year of a file's edition; null if unknown. Two editions use the areas of 2011. The year of the authorities in the
 * header tells which one it is; without it, the name of the file.
 */
function editionOf(header: readonly string[], areas: string, name: string): number | null {
  const yearIn = (text: string | undefined) => /20\d\d/.exec(text ?? '')?.[0] ?? '';
  const authorities = yearIn(header.find((column) => /^local authority district code/i.test(column.trim())));
  if (authorities !== '') return BY_AUTHORITIES[authorities] ?? null;
  const edition = BY_AREAS[yearIn(areas)] ?? null;
  return edition === 2019 && /(?<!\d)2015(?!\d)/.test(name) ? 2015 : edition;
}

/**
 * Recognises Files 1, 2 and 7: File 7 has scores and all domains, File 2 the ranks of the index and its domains, File 1
 * only the ranks of the index.
 */
function smallAreaFile(head: Head): Layout | Refusal {
  const found = smallAreas.find('File 7 of the English indices', head);
  if ('refused' in found) return found;
  const year = editionOf(found.header, found.header[found.at.area_code]!, head.name);
  if (year === null) return NOT_AN_EDITION;
  const file = found.at.score >= 0 ? 7 : found.at.income >= 0 ? 2 : 1;
  return smallAreas.layout({ name: `File ${file} of ${year}`, ...found, file: { year } });
}

function longTable(head: Head): Layout | Refusal {
  const found = authorities.find('the table of authorities', head);
  if ('refused' in found) return found;
  const name = 'authorities, one row for each domain';
  return authorities.layout({ name, ...found, file: { year: 2025 } });
}

function tableOfMiddleAreas(head: Head): Layout | Refusal {
  const found = middleAreas.find('the table of MSOAs', head);
  if ('refused' in found) return found;
  return middleAreas.layout({ name: 'MSOAs of 2019', ...found, file: { year: 2019 } });
}

export const dataset = deprivationDataset(source.id, [smallAreaFile, longTable, tableOfMiddleAreas]);
