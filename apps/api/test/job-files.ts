import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetNotes, readParquet } from '@domesday/files/tables/parquet';
import type { TestApi } from '@domesday/testing/api';
import { expect } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
export type Line = { index: number; status: number; credits: number; body?: any; error?: { code: string } };

/** The same lines as GeoJSON and as GeoParquet, read back. */
export async function expectFiles(api: TestApi, id: string, lines: Line[]) {
  const { body: geojson, headers } = await api.call(`/jobs/${id}/results`, {
    key: api.testKey,
    headers: { accept: 'application/geo+json' },
  });
  expect(headers.get('content-type')).toContain('application/geo+json');
  const placed = lines.map(({ body }) => (body?.location ? [body.location.lng, body.location.lat] : null));
  expect(placed.some((at) => at !== null)).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
  const features: any[] = geojson.features;
  expect(features.map(({ geometry }) => geometry?.coordinates ?? null)).toEqual(placed);
  expect(features.map(({ properties }) => properties)).toEqual(lines);
  const response = await fetch(`${api.url}/jobs/${id}/results?format=parquet`, {
    headers: { authorization: `Bearer ${api.testKey}` },
  });
  const path = join(tmpdir(), `domesday-${id}.parquet`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  const sources = lines.flatMap(({ body }) =>
    body.meta.sources.map((source: string) => source.split(' ')[0]!),
  );
  const named = (licences: { sources: string[] }[]) => licences.flatMap((one) => one.sources).sort();
  const all = [...new Set<string>(sources)].sort();
  expect(named(geojson.licences)).toEqual(all);
  expect(named(JSON.parse(headers.get('x-licences')!))).toEqual(all);
  expect(named(JSON.parse((await parquetNotes(path)).get('licences')!))).toEqual(all);
  const notice = await api.call(`/jobs/${id}/notice`);
  expect(notice.headers.get('content-type')).toContain('text/plain');
  for (const name of all) expect(notice.text).toContain(name);
  const rows: Record<string, unknown>[] = [];
  for await (const some of readParquet(path)) rows.push(...some.map(({ values }) => values));
  await rm(path);
  const point = (at: number[] | null) => at && { type: 'Point', coordinates: at };
  expect(rows.map(({ body, ...row }) => ({ ...row, body: JSON.parse(String(body)) }))).toEqual(
    lines.map(({ index, status, credits, body }, i) => ({
      ...{ index, status, credits, body, error_code: null, error_message: null },
      ...{ uprn: Number(body.uprn), latitude: placed[i]?.[1] ?? null, longitude: placed[i]?.[0] ?? null },
      // The reader makes a point of it only if the metadata of the file are those of GeoParquet.
      geometry: point(placed[i]!),
    })),
  );
}
