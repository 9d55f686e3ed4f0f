import { chmod, constants, copyFile, open, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LoadError } from '../errors.ts';
import { namingFile } from '../machine.ts';
import { removeTemporary, temporaryFolder } from '../temporary-folder.ts';
import { GeometryProblem } from './geometry.ts';
import type { ReadItem } from './items.ts';
import { readWkb } from './wkb.ts';

/** Bytes of the envelope after the header of a GeoPackage geometry, by its code (OGC 12-128, clause 2.1.3). */
const ENVELOPES = [0, 32, 48, 48, 64];

/** SQLite's messages for failures of the machine rather than of the file. */
const MACHINE_FAILURE =
  /^(Could not open|unable to open|disk I\/O error|out of memory|database or disk is full)/i;

/**
 * A GeoPackage: every feature table in it, row by row. SQLite runs as WebAssembly over the file itself, so the
 * file is not held in memory.
 */
export async function* readGeopackage(path: string): AsyncGenerator<ReadItem> {
  // SQLite writes its lock beside the file, whose folder may be read-only, so the file is opened through a link.
  const folder = await temporaryFolder('unpacked');
  try {
    const link = join(folder, 'data.gpkg');
    if (await inWriteAheadMode(path)) await copyInRollbackMode(path, link);
    else await symlink(resolve(path), link);
    yield* rowsOf(link);
  } catch (error) {
    if (!(error instanceof Error) || !MACHINE_FAILURE.test(error.message)) throw error;
    throw Object.assign(error, { code: 'EIO', path });
  } finally {
    await removeTemporary(folder);
  }
}

async function* rowsOf(path: string): AsyncGenerator<ReadItem> {
  const { Database } = (await import('node-sqlite3-wasm')).default;
  const db = new Database(path, { readOnly: true });
  try {
    let tables: { table: string; column: string; crs: string }[];
    try {
      tables = db
        .all(
          `select g.table_name as "table", g.column_name as "column",
                  coalesce(s.organization || ':' || s.organization_coordsys_id, '') as crs
             from gpkg_geometry_columns g left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id`,
        )
        .map((row) => ({
          table: String(row.table),
          column: String(row.column),
          crs: String(row.crs),
        }));
    } catch (error) {
      if (!(error as Error).message.startsWith('no such')) throw error;
      throw new LoadError('refused', 'The file is an SQLite database but not a GeoPackage.');
    }
    if (tables.length === 0) throw new LoadError('refused', 'The GeoPackage has no feature tables.');
    const { size: most_rows } = await stat(path);
    let line = 0;
    for (const { table, column, crs } of tables) {
      const statement = db.prepare(`select * from "${table.replaceAll('"', '""')}"`);
      try {
        for (const row of statement.iterate()) {
          if (++line > most_rows)
            throw new LoadError(
              'refused',
              'The GeoPackage has more rows than bytes: a view in it makes rows without end.',
            );
          const properties: Record<string, string> = { layer: table };
          for (const [name, value] of Object.entries(row)) {
            if (name !== column && value !== null && value !== '' && !(value instanceof Uint8Array))
              properties[name] = String(value);
          }
          const blob = row[column];
          if (!(blob instanceof Uint8Array)) {
            yield {
              reject: {
                line,
                reason: 'The row has no geometry.',
                raw: JSON.stringify(properties).slice(0, 500),
              },
            };
            continue;
          }
          try {
            yield { feature: { properties, geometry: geometryOf(blob), line, crs } };
          } catch (error) {
            if (!(error instanceof GeometryProblem)) throw error;
            yield { reject: { line, reason: error.message, raw: JSON.stringify(properties).slice(0, 500) } };
          }
        }
      } finally {
        statement.finalize();
      }
    }
  } finally {
    db.close();
  }
}

/**
 * Offset of the two format versions in the header of an SQLite file: 1 for a rollback journal, 2 for a write-ahead log.
 */
const VERSIONS_AT = 18;
const ROLLBACK = Buffer.from([1, 1]);

async function inWriteAheadMode(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, VERSIONS_AT);
    return buffer[0] === 2 || buffer[1] === 2;
  } finally {
    await file.close();
  }
}

/**
 * Copies a GeoPackage and switches the copy to rollback mode: SQLite in WebAssembly refuses files in write-ahead mode.
 * If no log is left beside the file, as after a program has closed it, only the two versions in the header differ
 * between the modes.
 */
async function copyInRollbackMode(path: string, copy: string): Promise<void> {
  const log = await stat(`${path}-wal`).catch(() => null);
  if (log && log.size > 0)
    throw new LoadError(
      'refused',
      'The GeoPackage has a write-ahead log beside it, whose changes are not yet in it: close the program that wrote it.',
    );
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  // The copy of a read-only file is read-only too.
  await chmod(copy, 0o600);
  const file = await open(copy, 'r+');
  try {
    await namingFile(copy, () => file.write(ROLLBACK, 0, ROLLBACK.length, VERSIONS_AT));
  } finally {
    await file.close();
  }
}

function geometryOf(blob: Uint8Array): unknown {
  if (blob[0] !== 0x47 || blob[1] !== 0x50)
    throw new GeometryProblem('The geometry is not a GeoPackage geometry.');
  const flags = blob[3]!;
  if (flags & 0x10) return null;
  return readWkb(blob, 8 + (ENVELOPES[(flags >> 1) & 7] ?? 0));
}
