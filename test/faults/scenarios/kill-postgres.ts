import { setTimeout as sleep } from 'node:timers/promises';
import { playFault, type Result } from '../lib/fault.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

/** kill -9 of the postmaster: 503 until it is back, and the ledger is exact without a repetition. */
export async function killPostgres(stage: Stage): Promise<Result> {
  return whileTheApiServes(stage, 'kill -9 of PostgreSQL', async (felt) => {
    await stage.postgres.kill();
    await sleep(1000);
    await felt();
    await stage.postgres.start();
  });
}

/** kill -9 of one server process: PostgreSQL ends all others with it and recovers by itself. */
export async function killBackend(stage: Stage): Promise<Result> {
  return whileTheApiServes(
    stage,
    'kill -9 of a PostgreSQL backend',
    async () => {
      const { rows } = await stage.db.query(
        "select pid from pg_stat_activity where application_name = 'domesday-api' limit 1",
      );
      process.kill(rows[0].pid, 'SIGKILL');
      await untilItAnswers(stage);
    },
    MAY_BE_OVERCOME,
  );
}

/** An operator ends every connection of the API, repeatedly. */
export async function endConnections(stage: Stage): Promise<Result> {
  return whileTheApiServes(
    stage,
    'connections ended by the database',
    async () => {
      for (let i = 0; i < 8; i++) {
        await stage.db.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'domesday-api'",
        );
        await sleep(150);
      }
    },
    MAY_BE_OVERCOME,
  );
}

/** The database is back at once: a request that has only its charge to wait for is answered. */
const MAY_BE_OVERCOME = { fails: false };

export async function whileTheApiServes(
  stage: Stage,
  fault: string,
  strike: (felt: () => Promise<void>) => Promise<void>,
  options: { fails?: boolean } = {},
): Promise<Result> {
  const api = await stage.api();
  const accounts = [
    await newTarget(stage, api.origin, { repeatable: true }),
    await newTarget(stage, api.origin),
  ];
  return await playFault(stage, fault, accounts, { lossless: true, ...options }, strike);
}

async function untilItAnswers(stage: Stage): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    await sleep(100);
    if (
      await stage.db.query('select 1').then(
        () => true,
        () => false,
      )
    )
      return;
  }
}
