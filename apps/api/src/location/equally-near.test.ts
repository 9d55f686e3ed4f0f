import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyDatabase } from '@domesday/testing';
import { describe, expect, it } from 'vitest';
import { nearestPostcode } from './resolve.query.ts';

const ROOT = join(import.meta.dirname, '../../../..');

describe('records at one point', () => {
  it('are ordered by a unique key wherever the nearest few are read, without sorting all rows', () => {
    const files = ['packages', 'apps/api/src'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.query.ts') && !/\b(?:node_modules|dist)\b/.test(file))
        .map((file) => join(folder, file)),
    );
    // With a second sort key in the reading query, PostgreSQL before version 17 would sort all rows. The key must be
    // in the outer query, which has few rows.
    const taken = files.flatMap((file) =>
      [
        ...readFileSync(join(ROOT, file), 'utf8').matchAll(
          /(?:\) nearest\s+)?order by (?:(?!order by|from )[^`])*?<->[^`]*?\b(?:limit|fetch first\b[^`]*?\bwith ties)\b/gs,
        ),
      ].map(([order]) => ({ file, order })),
    );
    expect(taken.length).toBeGreaterThan(5);
    const apart = ({ order }: { order: string }) => order.endsWith('with ties') || order.startsWith(')');
    expect(taken.filter((one) => !apart(one))).toEqual([]);
  });

  it.each([
    ['XE9 1AA', 'XE9 1AB'],
    ['XE9 1AB', 'XE9 1AA'],
  ])('give the same nearest postcode, whether %s or %s was loaded first', async (...postcodes) => {
    const { db, drop } = await emptyDatabase();
    try {
      for (const postcode of postcodes)
        await db.query(
          `insert into postcodes (postcode, outcode, sector, easting, northing, position)
           values ($1, 'XE9', 'XE9 1', 500000, 200000, point(500000, 200000))`,
          [postcode],
        );
      const found = await nearestPostcode.first(db, { easting: 500010, northing: 200000 });
      expect(found?.postcode).toBe('XE9 1AA');
    } finally {
      await drop();
    }
  });
});
