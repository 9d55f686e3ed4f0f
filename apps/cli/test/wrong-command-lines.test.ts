import { expect, it } from 'vitest';
import { domesday } from './domesday.ts';

const registry = ['mcp', 'server-json', '--name', 'org.example/domesday', '--url', 'https://example.org/mcp'];
const days = ['--from', '2006-01-01', '--to', '2018-01-01'];

it.each([
  [[...registry, '--bundle', 'domesday.mcpb'], '--bundle and --bundle-url go together.'],
  [[...registry, '--bundle-url', 'https://example.org/b'], '--bundle and --bundle-url go together.'],
  [
    ['mcp', 'server-json', '--name', 'domesday', '--url', 'https://example.org/mcp'],
    'like org.example/domesday',
  ],
  [
    ['mcp', 'server-json', '--name', 'org.example/domesday', '--url', 'example.org'],
    'must be an https address',
  ],
  [['mcp', 'bundle', '--url', 'example.org'], 'is not an http or https address'],
  [['backtest', '--from', '2018-01-01', '--to', '2006-01-01'], '--from must be before --to.'],
  [['backtest', ...days], 'Name an --area'],
  [['backtest', ...days, '--sales', 'a.csv', '--certificates', 'b.csv'], 'needs --addresses'],
  [['match', 'customers.txt', '--out', 'matched.csv'], 'must end in .csv'],
])('ends with 2, in JSON too, for an invalid combination or value of options: %j', async (args, words) => {
  const { code, err } = await domesday(args, {});
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  const json = await domesday([...args, '--json'], {});
  expect([json.code, JSON.parse(json.out).error.message]).toEqual([2, expect.stringContaining(words)]);
});
