import { expect, it } from 'vitest';
import type { DomesdayError } from '../src/index.ts';
import { clientWith, json, refusal } from './client-with.ts';

const ANSWERED = Date.parse('2026-01-05T12:00:00Z');
const at = (seconds: number) => new Date(ANSWERED + seconds * 1000).toUTCString();

/** How long a client waits before it tries again, milliseconds, after a refusal with these headers. */
async function waitAfter(headers: Record<string, string>): Promise<number[]> {
  const answers = [refusal(503, 'overloaded', headers), json(200, {})];
  const { client, waits } = clientWith(answers, { random: () => 0 });
  await client.status.get();
  return waits;
}

it('counts a date in Retry-After from the date of the answer, whatever the local clock says', async () => {
  for (const seconds of [0, 1, 25])
    expect(await waitAfter({ date: at(0), 'retry-after': at(seconds) })).toEqual([seconds * 1000]);
  expect(await waitAfter({ date: at(0), 'retry-after': at(-60) })).toEqual([0]);
});

it('counts a date in Retry-After from now if the answer has no date', async () => {
  const [wait_ms] = await waitAfter({ 'retry-after': new Date(Date.now() + 20_000).toUTCString() });
  expect(wait_ms).toBeGreaterThan(0);
  expect(wait_ms).toBeLessThanOrEqual(20_000);
});

it.each(['1.5', '-1', '5 minutes', 'Monday', '2026-01-05', ''])(
  'waits as without Retry-After if that is %j, and never retries at once',
  async (text) => {
    expect(await waitAfter({ date: at(0), 'retry-after': text })).toEqual([1000]);
    const { client } = clientWith([refusal(429, 'rate_limited', { 'retry-after': text })], { retries: 0 });
    const error: DomesdayError = await client.status.get().catch((thrown) => thrown);
    expect(error.retry_after_s).toBeNull();
  },
);
