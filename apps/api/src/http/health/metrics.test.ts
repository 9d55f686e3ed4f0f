import type { Db } from '@domesday/db';
import { expect, it } from 'vitest';
import type { RateLimiter } from '../limits/local-rate-limit.ts';
import type { LoadedData } from '../meta/meta.ts';
import { createMetrics } from './metrics.ts';

it('shows the age only of served datasets, not of removed ones', async () => {
  let rows = new Map<string, number>();
  const finished_at = new Date('2026-11-01T00:00:00Z');
  const of_june = { newest_record: '2026-06-01', release: null, releases: [], loaded_at: finished_at };
  const loadedData = async () =>
    ({
      loads: new Map([...rows.keys()].map((dataset) => [dataset, { dataset, finished_at }])),
      served: new Map([...rows].map(([dataset, count]) => [dataset, { ...of_june, rows: count }])),
    }) as unknown as LoadedData;
  const metrics = createMetrics({
    db: { totalCount: 0, idleCount: 0, waitingCount: 0 } as Db,
    now_ms: () => Date.parse('2026-11-02T00:00:00Z'),
    inFlight: () => 0,
    batches: () => 0,
    loadedData,
    limiter: { shared: false } as RateLimiter,
  });
  const ages = async () => (await metrics.text()).text.match(/^domesday_dataset_age_seconds.*$/gm);
  rows = new Map([
    ['price-paid', 3],
    ['address-list', 2],
  ]);
  expect(await ages()).toEqual([
    'domesday_dataset_age_seconds{dataset="price-paid"} 86400',
    'domesday_dataset_age_seconds{dataset="address-list"} 86400',
  ]);
  expect((await metrics.text()).text).toMatch(/^domesday_dataset_stale\{dataset="price-paid"\} 1$/m);
  rows = new Map([['price-paid', 0]]);
  expect(await ages()).toBeNull();
});

it('shows for each database whether requests wait for a connection to it', async () => {
  const pool = (totalCount: number, idleCount: number, waitingCount: number) =>
    ({ totalCount, idleCount, waitingCount }) as Db;
  const shown = async (others: { replicas?: Db[]; fiction?: Db }) => {
    const metrics = createMetrics({
      ...{ db: pool(1, 1, 0), ...others, now_ms: () => 0, inFlight: () => 0, batches: () => 0 },
      loadedData: async () => ({ loads: new Map(), served: new Map() }) as unknown as LoadedData,
      limiter: { shared: false } as RateLimiter,
    });
    return (await metrics.text()).text.match(/^domesday_pool_.*$/gm);
  };
  expect(await shown({})).toEqual([
    'domesday_pool_connections{database="main"} 1',
    'domesday_pool_idle{database="main"} 1',
    'domesday_pool_waiting{database="main"} 0',
  ]);
  const all = await shown({ replicas: [pool(10, 0, 7), pool(4, 2, 0)], fiction: pool(3, 0, 5) });
  expect(all).toContain('domesday_pool_connections{database="replicas"} 14');
  expect(all).toContain('domesday_pool_idle{database="replicas"} 2');
  expect(all).toContain('domesday_pool_waiting{database="replicas"} 7');
  expect(all).toContain('domesday_pool_waiting{database="fictional"} 5');
});
