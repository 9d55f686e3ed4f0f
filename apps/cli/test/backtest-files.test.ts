import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { backtest } from '../src/backtest/run.ts';

/** One made-up sale in the bulk layout. */
const SALE =
  '"{00000000-0000-4000-8000-000000000001}","100000","2007-05-01 00:00","XE1 1AA","T","N","F","9","","QUAXLEY STREET","","XETOWN","XESHIRE","XESHIRE","A","A"\n';
const ADDRESS = 'uprn,address,postcode\n999000000001,"9 QUAXLEY STREET, XETOWN",XE1 1AA\n';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backtest-files-'));
  return () => rm(folder, { recursive: true });
});

async function file(name: string, text: string): Promise<string[]> {
  await writeFile(join(folder, name), text);
  return [join(folder, name)];
}

const options = { from: '2006-01-01', to: '2008-01-01', every: 12, thin: 100 };

it('refuses a file none of whose rows belongs to a sale, and names its option', async () => {
  const sales = await file('sales.csv', SALE);
  const elsewhere = await file('positions.csv', 'postcode,easting,northing\nXE9 9ZZ,400000,200000\n');
  const others = await file('addresses.csv', ADDRESS.replace('XE1 1AA', 'XE9 9ZZ'));
  await expect(backtest({ ...options, sales, positions: elsewhere })).rejects.toThrow('--positions');
  await expect(backtest({ ...options, sales, addresses: others })).rejects.toThrow('--addresses');
  await expect(backtest({ ...options, sales, certificates: sales })).rejects.toThrow('needs --addresses');
});
