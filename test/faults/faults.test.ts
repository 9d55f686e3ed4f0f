import { afterAll, beforeAll, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { type Stage, setStage } from './lib/stage.ts';

// The short form: a few of the faults, for a second or two each. `npm run test:faults` runs all of them for longer.
let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ beat_ms: 500 });
});
afterAll(() => stage?.close());

const GUARANTEES = {
  'kill-api':
    'loses no charge of an answered call when the API is killed, and charges a call only once if a client repeats it after a lost answer',
  'kill-postgres':
    'the ledger matches the answers to the credit after PostgreSQL is killed, and clients get a timely 503',
  'lost-connection':
    'the ledger matches the answers to the credit after the connection to the database breaks',
  'graceful-stop': 'the API answers every call that it has begun when it is stopped under load',
  'clock-jump': 'charges each answer in the month that the answer states, whatever the clock does',
  'three-processes':
    'three processes behind one address keep one exact ledger, stop revoked and capped keys, and share the limits',
};

for (const [name, guarantee] of Object.entries(GUARANTEES)) {
  it(guarantee, async () => {
    const result = await faults[name]!(stage);
    expect(result).toMatchObject({ problems: [] });
    expect(result).toHaveProperty('sent');
    expect((result as { sent: number }).sent).toBeGreaterThan(0);
  });
}
