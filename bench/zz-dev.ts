import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { buildValuations } from '@domesday/builds/valuations';
import { country } from './lib/country.ts';
import { writeNationalList } from './lib/national-list.ts';
import { benchKey, scratchDatabase } from './lib/servers.ts';
export async function run() {
  const scratch = await scratchDatabase({ shared_buffers: '1GB', maintenance_work_mem: '512MB' });
  const file = join(scratch.folder, 'list.csv');
  await writeNationalList(file, 60000);
  await load(scratch.db, 'address-list', [file], { home: scratch.folder });
  for (const statement of country(8000)) await scratch.db.query(statement);
  await buildValuations(scratch.db, { today: '2026-11-15' });
  await scratch.db.query('vacuum analyze');
  const [secret] = await benchKey(scratch.db);
  await writeFile('/tmp/bulkdev/env', `export DATABASE_URL='${scratch.url}'\nexport KEY='${secret}'\n`);
  process.on('SIGTERM', () => void scratch.close().then(() => process.exit(0)));
  await new Promise(() => setInterval(() => {}, 1000));
}
