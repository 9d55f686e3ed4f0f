import { expect, it } from 'vitest';
import { failureLog } from './failure-log.ts';

it('logs a short failure as a warning, and a lasting failure once as an error', async () => {
  const lines: string[] = [];
  const tell = (level: string) => (fields: object, text: string) =>
    lines.push(`${level} ${text} ${JSON.stringify(Object.values(fields)[0])}`);
  let now_ms = 0;
  const log = { error: tell('error'), warn: tell('warn'), info: tell('info') } as never;
  const attempt = failureLog(log, 'work not done', () => now_ms);
  const fail = (reason: string) => attempt(() => Promise.reject(new Error(reason)));
  const succeed = () => attempt(() => Promise.resolve());

  await succeed();
  expect(lines).toEqual([]);
  await fail('late');
  await fail('late');
  await succeed();
  expect(lines.splice(0)).toEqual([
    'warn work not done; it is tried again "Error: late"',
    'info no longer: work not done ["Error: late"]',
  ]);
  await fail('late');
  now_ms += 9_999;
  await fail('away');
  now_ms += 1;
  await fail('away');
  await fail('away');
  await fail('refused');
  await succeed();
  expect(lines.splice(0)).toEqual([
    'warn work not done; it is tried again "Error: late"',
    'warn work not done; it is tried again "Error: away"',
    'error work not done "Error: away"',
    'error work not done "Error: refused"',
    'info no longer: work not done ["Error: late","Error: away","Error: refused"]',
  ]);
  await fail('late');
  expect(lines).toEqual(['warn work not done; it is tried again "Error: late"']);
});
