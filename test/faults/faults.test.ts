import { afterAll, beforeAll, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { type Stage, setStage } from './lib/stage.ts';

// The short form: a few of the faults, for a second or two each. `npm run test:faults` runs all of them for longer.
let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ beat_ms: 500 });
});
afterAll(() => stage?.close());

const played = {
  'kill-api':
    'loses no answered charge when the API is killed, and a repetition closes what was lost on the wire',
  'kill-postgres': 'balances to the credit after PostgreSQL is killed, and clients get a timely 503',
  'lost-connection': 'balances to the credit after the connection to the database breaks',
  'graceful-stop': 'answers all that it began when it is stopped under load',
  'clock-jump': 'charges each answer in the month that it says, whatever the clock does',
  'three-processes':
    'keeps exact books, stops keys and shares limits over three processes behind one address',
};

for (const [name, guarantee] of Object.entries(played)) {
  it(guarantee, async () => {
    const result = await faults[name]!(stage);
    expect(result).toMatchObject({ problems: [] });
    expect(result).toHaveProperty('sent');
    expect((result as { sent: number }).sent).toBeGreaterThan(0);
  });
}
