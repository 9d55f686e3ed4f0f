import { spelledName } from '@domesday/files/header';
import { authorityChecks } from '@domesday/loading/authority-check.query';
import { joinedAddress } from '@domesday/loading/mapping-columns';
import { farFromPostcodes } from '@domesday/loading/moved-postcodes.query';
import { plainText } from '@domesday/loading/plain-text';
import { newestDate } from '@domesday/loading/staging.query';
import {
  type DatasetModule,
  type FileSource,
  LoadError,
  Skipped,
  type SourceItem,
} from '@domesday/loading/types';
import { table } from './columns.ts';
import { type ApplicationField, type ApplicationMapping, readApplicationMapping } from './mapping.ts';
import { NAMES } from './names.ts';
import { publishApplications } from './publish.query.ts';
import { type PlainRecord, type RecordSource, readApplications } from './read.ts';
import { reopened } from './reopened.query.ts';
import { source } from './source.ts';

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  takesMapping: true,
  readMapping: readApplicationMapping,
  staging: table.staging,
  source: { rows },
  newestRecord: ({ client, table }) => newestDate(client, table, 'day'),
  // Only the code of a single council's file is checked: files of many councils have their publishers' codes.
  check: async (staged) => [
    ...(await authorityChecks(staged.client, {
      codes: `select min(authority_code) as code from ${staged.table} having min(authority_code) = max(authority_code)`,
      effect: 'its applications will not be found',
      postcodes: `select postcode from ${staged.table}`,
    })),
    ...(await farFromPostcodes(staged)),
    ...(await reopened(staged)),
  ],
  withholds: { record: "t.source || '/' || t.source_id" },
  publish: publishApplications,
};

async function* rows(
  file: Parameters<FileSource['rows']>[0],
  context: Parameters<FileSource['rows']>[1],
): AsyncGenerator<SourceItem> {
  const mapping = (context.mapping ?? {}) as ApplicationMapping;
  const { delimiter } = mapping;
  const columns = Object.values(mapping.columns ?? {}).flat();
  for await (const item of readApplications(file, { columns, delimiter }, context.guards)) {
    if ('reject' in item || 'stated' in item || 'note' in item) {
      yield item;
      continue;
    }
    const { source, record, line } = item;
    if (source === 'council' && !mapping.columns) {
      throw new LoadError(
        'refused',
        `${file.name} is a table of an unknown layout. Name its columns in a mapping file (columns: reference, description, status, received, …). It has: ${[...record.keys()].slice(0, 25).join(', ')}.`,
        ['columns'],
      );
    }
    const get = (field: string) => textOf(source, record, mapping, field as ApplicationField) ?? undefined;
    const unread: SourceItem[] = [];
    const words: SourceItem[] = [];
    const made = table.rowOf(
      get,
      { source, record, mapping },
      {
        add: (column, text) => text && unread.push({ unread: column, text }),
        addWord: (column, word) => word && words.push({ unknown: column, word }),
      },
      context.days,
    );
    if (made instanceof Skipped) {
      if (made.reason !== null) yield { skipped: made.reason };
    } else if (typeof made === 'string') {
      yield { reject: { line, reason: made, raw: JSON.stringify(known(source, record, mapping)) } };
    } else {
      yield { row: made };
      yield* words;
      // Only councils' tables are reported: a publisher's own layout may contain any text for "no value".
      if (source === 'council') yield* unread;
    }
  }
}

/** The stored part of a refused record: only columns that are read, so no names of persons. */
function known(source: RecordSource, record: PlainRecord, mapping: ApplicationMapping): [string, string][] {
  const names = new Set(Object.values(NAMES[source]).flat());
  for (const column of Object.values(mapping.columns ?? {}).flat()) names.add(spelledName(column));
  return [...record].filter(([name]) => names.has(name));
}

/** A record's value for a field, under the name of the mapping or of its source. */
function textOf(
  source: RecordSource,
  record: PlainRecord,
  mapping: ApplicationMapping,
  field: ApplicationField,
): string | null {
  const mapped = mapping.columns?.[field];
  if (mapped && field === 'address')
    return joinedAddress([mapped].flat().map((name) => record.get(spelledName(name))?.replaceAll('\0', '')));
  const names = mapped ? [mapped].flat().map(spelledName) : (NAMES[source][field] ?? []);
  for (const name of names) {
    const value = plainText(record.get(name));
    if (value) return value;
  }
  return null;
}
