import { sampleRecords } from '@domesday/files/header';
import { cleanText } from '@domesday/files/values';
import { HEALTH_STAGING, publishHealthSites } from '@domesday/loading/kinds/health-sites.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * Reports of the NHS Organisation Data Service in its 27 quoted columns without a header: `epraccur` (GP
 * practices), `edispensary` (pharmacies) and `ets` (sites of trusts, of which hospitals are kept), told apart
 * by the form of the code. A practice is status A with prescribing setting 4; Welsh rows (W00) record no
 * setting, so that out-of-hours services are among them; the Channel Islands are left out. Names are upper case; there are no coordinates.
 */
const WIDTH = 27;
const KINDS: [RegExp, 'gp_practice' | 'pharmacy' | 'hospital'][] = [
  [/^F[A-Z0-9]{4}$/, 'pharmacy'],
  [/^[A-HJ-NPWXY]\d{5}$/, 'gp_practice'],
  [/^[A-Z0-9]{5}$/, 'hospital'],
];

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: HEALTH_STAGING,
  maxFieldChars: 1000,
  maxRecordChars: 8000,
  nullRates: { postcode: 0.02 },
  recognise,
  ...publishHealthSites('nhs-ods'),
};

function recognise(head: Head): Layout | Refusal {
  const sample = sampleRecords(head.text, 20);
  if (
    sample.some((fields) => fields.length === WIDTH && kindOf(fields[0]!) && /^(\d{8})?$/.test(fields[10]!))
  )
    return { name: '27 columns, no header', dataOffset: 0, firstLine: 1, map };
  return {
    refused: `it has ${sample[0]?.length ?? 0} columns, where reports of the Organisation Data Service have 27 without a header: code, name, two groupings, five lines of address, postcode, opened, closed, status and others.`,
    missing: ['organisation code', 'name', 'postcode', 'status'],
  };
}

function kindOf(code: string): (typeof KINDS)[number][1] | undefined {
  return KINDS.find(([pattern]) => pattern.test(code))?.[1];
}

function map(fields: string[], row: CopyValue[]): MapOutcome {
  if (fields.length !== WIDTH) return `The row has ${fields.length} columns, not ${WIDTH}.`;
  const code = fields[0]!.trim();
  // Practices in the Channel Islands: ALD, GUE and JER.
  if (/^(ALD|GUE|JER)\d{3}$/.test(code)) return SKIP;
  const kind = kindOf(code);
  if (!kind) return `"${code.slice(0, 20)}" is not the code of a practice, a pharmacy or a site.`;
  const name = cleanText(fields[1]);
  if (!name) return 'The organisation has no name.';
  const status = fields[12]!.trim();
  if (fields[11]!.trim() !== '' || (status !== '' && status !== 'A')) return SKIP;
  const wales = fields[2] === 'W00' || code.startsWith('W');
  if (kind === 'gp_practice' && !(fields[25] === '4' || wales)) return SKIP;
  if (kind === 'hospital' && !/hospital|infirmary/i.test(name)) return SKIP;
  row[0] = 'nhs-ods';
  row[1] = code;
  row[2] = kind;
  row[3] = titled(name);
  row[4] = postcodeOf(fields[9]);
  row[5] = wales ? 'Wales' : 'England';
  return null;
}

/** Upper-case names made readable: words of more than three letters begin with a capital, short ones too. */
function titled(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replace(/(^|[\s(/&-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/\b(Nhs|Gp|Pcc|Llp|Ltd)\b/g, (word) => (word === 'Ltd' ? word : word.toUpperCase()));
}
