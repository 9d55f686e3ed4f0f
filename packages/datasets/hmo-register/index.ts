import { recordAt } from '@domesday/files/header';
import { authorityChecks } from '@domesday/loading/authority-check.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { table } from './columns.ts';
import { type Field, type HmoMapping, readHmoMapping } from './mapping.ts';
import {
  formerCodes,
  keepsLicences,
  newestLicence,
  publishRegister,
  replacedLicences,
} from './publish.query.ts';
import { source } from './source.ts';

/**
 * Registers of licensed houses in multiple occupation: one council's file at a time, with a mapping that names its
 * columns.
 */
export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  comparedWhole: true,
  keyless: true,
  // A council may number each kind of licence from 1 on, so the address is part of the key.
  wholeFile: {
    key: ['authority_code', 'register', 'licence_number', 'address'],
    rows: 'licence_number is not null',
  },
  takesMapping: true,
  readMapping: readHmoMapping,
  staging: table.staging,
  recognise,
  replacedRows: replacedLicences,
  keepsSome: {
    of: keepsLicences,
    otherwise:
      'If the authority keeps several registers, give each a name in its mapping (register: additional), or load their files together.',
  },
  newestRecord: newestLicence,
  check: async (staged) => [
    ...(await authorityChecks(staged.client, {
      codes: `select authority_code as code from ${staged.table}`,
      effect: 'its licences will not be found',
      postcodes: `select postcode from ${staged.table}`,
    })),
    ...(staged.replace ? [] : await formerCodes(staged)),
  ],
  // Registers leave out many numbers. The key then has a hash, since the list of withheld records must not hold
  // addresses.
  withholds: { record: "t.authority_code || '/' || coalesce(t.licence_number, md5(t.address))" },
  publish: publishRegister,
};

/** Mapping fields whose column has another name. */
const COLUMN_OF: Partial<Record<Field, string>> = {
  status: 'native_status',
  issued_on: 'issued',
  expires_on: 'expires',
  rooms: 'rooms_sleeping',
};

function columnsIn(text: string): string {
  const fields = recordAt(text)?.fields ?? [];
  return fields.length > 1
    ? `Its columns are ${fields.slice(0, 20).join(', ')}.`
    : 'The file is not a table with columns.';
}

function recognise(head: Head, given: unknown): Layout | Refusal {
  const mapping = given as HmoMapping | null;
  if (!mapping) {
    return {
      refused: `councils’ registers have columns of their own, so a mapping file is needed (--mapping register.yaml, with local_authority_code, and columns: address, licence_number, issued_on, expires_on, …). ${columnsIn(head.text)}`,
      missing: ['a mapping file'],
    };
  }
  const { delimiter } = mapping;
  const names = Object.fromEntries(
    Object.entries(mapping.columns).map(([field, name]) => [
      COLUMN_OF[field as Field] ?? field,
      [name].flat(),
    ]),
  );
  const what = 'this council’s register';
  const found = table.find(what, head, { delimiter, names });
  if ('refused' in found) return found;
  const name = `register of ${mapping.local_authority_code}`;
  const file = { ...mapping, address_at: found.given.address! };
  return table.layout({ name, ...found, file, own: true });
}
