import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, creditsOfAnswers, PROXY, repeatUnanswered, startLoad } from '../../faults/lib/client.ts';
import type { Account } from '../../faults/lib/fault.ts';
import { creditsFound, newTarget, type Stage } from '../../faults/lib/stage.ts';
import { until } from './programs.ts';
import type { Cluster } from './stage.ts';

/** One line of the table. */
export interface Line {
  event: string;
  answered: number;
  /** Longest time without any answer, over all clients, seconds. */
  longest_gap_s: number;
  refusals: Record<string, number>;
  unanswered: number;
  /** Answers that repeated one that may not have been received, and were free. */
  free: number;
  credits_expected: number;
  credits_found: number;
  /** Credits by which the ledger differs from the answers, beyond what a lost answer explains. */
  credits_wrong: number;
}

const CALM_MS = 3000;
const WORKERS = 4;

/** Runs an event while clients call, then compares the ledger with what they received. */
export async function play(
  cluster: Cluster,
  event: string,
  strike: (cluster: Cluster) => Promise<void>,
): Promise<Line> {
  // The comparison is that of `faults`; of its stage it only needs the database.
  const stage = { db: cluster.db } as Stage;
  const accounts = [
    await newTarget(stage, cluster.origin, { repeatable: true }),
    await newTarget(stage, cluster.origin),
  ];
  const load = startLoad(accounts, WORKERS);
  await sleep(CALM_MS);
  await strike(cluster);
  await sleep(CALM_MS);
  await load.stop();
  await until('a database that can be asked', () =>
    cluster.db.query('select 1').then(
      () => true,
      () => false,
    ),
  );
  // A proxy in front of the API does not know whether the API had charged: its refusals count as lost answers.
  for (const one of load.asked) if (one.refusal?.startsWith(PROXY)) one.status = null;
  const refusals: Record<string, number> = {};
  for (const { refusal } of load.asked) if (refusal) refusals[refusal] = (refusals[refusal] ?? 0) + 1;
  const line = {
    event,
    answered: load.asked.filter((one) => one.status === 200).length,
    longest_gap_s: longestGap(load.asked),
    refusals,
    unanswered: load.asked.filter((one) => one.status === null && one.refusal === null).length,
  };
  // Charges are taken back within seconds of the database's return.
  await sleep(4000);
  await repeatUnanswered(load.asked);
  const free = load.asked.filter((one) => one.status === 200 && one.told === 0).length;
  return { ...line, free, ...(await compare(cluster, accounts, load.asked)) };
}

function longestGap(asked: Asked[]): number {
  const times = asked
    .filter((one) => one.status === 200)
    .map((one) => one.ended_ms)
    .sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((at, i) => at - times[i]!)) / 1000;
}

async function compare(
  cluster: Cluster,
  accounts: Account[],
  asked: Asked[],
): Promise<{ credits_expected: number; credits_found: number; credits_wrong: number }> {
  let [expected, total, wrong] = [0, 0, 0];
  for (const account of accounts) {
    const mine = asked.filter((one) => one.target === account);
    const sure = credits(mine.filter((one) => one.status === 200));
    // Without an Idempotency-Key, an answer that was lost on the wire may have been charged.
    const unsure = account.repeatable ? 0 : credits(mine.filter((one) => one.status === null));
    const found = await creditsFound(cluster.db, account.account_id);
    expected += sure;
    total += found;
    wrong += Math.max(0, sure - found, found - sure - unsure);
  }
  return { credits_expected: expected, credits_found: total, credits_wrong: wrong };
}

/** Price of the answers; an unanswered request may have been charged in full. */
function credits(asked: Asked[]): number {
  return creditsOfAnswers(asked.map((one) => (one.status === 200 ? one : { ...one, told: null })));
}
