import {
  columnsExcept,
  columnsOf,
  type Field,
  listOf,
  query,
  type RowOf,
  sql,
  statement,
} from '@domesday/db';

const OWN = columnsExcept('jobs', [
  'lease',
  'leased_until',
  'run_at',
  'worked_at',
  'attempts',
  'input_bytes',
]);
export type JobRow = RowOf<typeof OWN>;

/** How many days finished jobs are kept. */
export const KEPT_DAYS = 7;

const notExpired = (at: unknown) =>
  sql`(finished_at is null or finished_at > ${at}::timestamptz - make_interval(days => ${KEPT_DAYS}::int))`;

/** When a job is deleted; null if it has not finished. */
export const deletedAt = ({ finished_at }: Pick<JobRow, 'finished_at'>): Date | null =>
  finished_at && new Date(finished_at.getTime() + KEPT_DAYS * 86_400_000);

/** Whether a job is past the days that it is kept, even if it has not been deleted yet. */
export function isOver(job: Pick<JobRow, 'finished_at'>, at: Date): boolean {
  const deleted_at = deletedAt(job);
  return deleted_at !== null && deleted_at <= at;
}

/**
 * How many unfinished jobs an account has, and how many bytes: of all results, and of the inputs of unfinished jobs.
 * Indexes jobs_unfinished, jobs_account.
 */
export const jobUsage = statement({
  name: 'jobs-held',
  parameters: { account_id: 'uuid', at: 'timestamptz' },
  row: { unfinished: 'int8', bytes: 'int8' },
  build: (v) => sql`
    select count(*) filter (where finished_at is null) as unfinished,
           coalesce(sum(result_bytes + case when finished_at is null then input_bytes else 0 end), 0)::bigint as bytes
      from jobs where account_id = ${v.account_id} and ${notExpired(v.at)}`,
});

/** Adds a job in the state in which it receives its inputs. */
export const addJob = statement({
  name: 'add-job',
  parameters: {
    id: 'uuid',
    account_id: 'uuid',
    key_id: 'uuid',
    operation: 'text',
    source: 'text',
    parameters: 'text',
    meta: 'text?',
    fictional: 'bool',
    at: 'timestamptz',
  },
  build: (v) => sql`
    insert into jobs (id, account_id, key_id, operation, source, parameters, meta, fictional, state, credit_ceiling,
        credits_at_most, created_at, run_at)
      values (${v.id}, ${v.account_id}, ${v.key_id}, ${v.operation}, ${v.source}, ${v.parameters}, ${v.meta},
        ${v.fictional}, 'receiving', 0, 0, ${v.at}, ${v.at})`,
});

/** Adds inputs to a job that is receiving them; records the time and the bytes. */
export const addInputs = statement({
  name: 'add-job-inputs',
  parameters: { job_id: 'uuid', first_portion: 'int4', portions: '_text', at: 'timestamptz' },
  build: (v) => sql`
    with job as (
      update jobs set run_at = ${v.at},
          input_bytes = input_bytes + (select sum(octet_length(p)) from unnest(${v.portions}::text[]) p)
        where id = ${v.job_id})
    insert into job_inputs (job_id, portion, items)
      select ${v.job_id}::uuid, ${v.first_portion}::int + (p.place - 1)::int, p.items
        from unnest(${v.portions}::text[]) with ordinality as p (items, place)`,
});

/**
 * Makes a job wait for its turn once it has all inputs. Throws SQLSTATE 23505 if the key has started another job with
 * the same Idempotency-Key.
 */
export const startJob = statement({
  name: 'start-job',
  parameters: {
    id: 'uuid',
    items: 'int4',
    credits_at_most: 'int4',
    credit_ceiling: 'int4',
    leaves_out_place: 'bool',
    idempotency_key: 'text?',
    request_hash: 'text',
    canonical_hash: 'text',
  },
  row: OWN,
  build: (v) => sql`
    update jobs set state = 'waiting', items = ${v.items}, credits_at_most = ${v.credits_at_most},
        credit_ceiling = ${v.credit_ceiling}, leaves_out_place = ${v.leaves_out_place},
        idempotency_key = ${v.idempotency_key}, request_hash = ${v.request_hash},
        canonical_hash = ${v.canonical_hash}
      where id = ${v.id} and state = 'receiving' returning ${listOf(OWN)}`,
});

/** A job of the account by its id; primary key. */
export const jobById = statement({
  name: 'job-by-id',
  parameters: { id: 'uuid', account_id: 'uuid', at: 'timestamptz' },
  row: OWN,
  build: (v) => sql`
    select ${listOf(OWN)} from jobs
     where id = ${v.id} and account_id = ${v.account_id} and state <> 'receiving' and ${notExpired(v.at)}`,
});

/** The job that a key started with this Idempotency-Key. */
export const jobByIdempotencyKey = statement({
  name: 'job-by-idempotency-key',
  parameters: { key_id: 'uuid', idempotency_key: 'text' },
  row: OWN,
  build: (v) => sql`
    select ${listOf(OWN)} from jobs where key_id = ${v.key_id} and idempotency_key = ${v.idempotency_key}`,
});

/** Jobs of an account, newest first, after the one of the cursor; index jobs_account. */
export const jobsOfAccount = statement({
  name: 'jobs-of-account',
  parameters: {
    account_id: 'uuid',
    before: 'timestamptz?',
    before_id: 'uuid?',
    at: 'timestamptz',
    limit: 'int8',
  },
  row: OWN,
  build: (v) => sql`
    select ${listOf(OWN)} from jobs
     where account_id = ${v.account_id} and state <> 'receiving' and ${notExpired(v.at)}
       and (${v.before}::timestamptz is null or (created_at, id) < (${v.before}::timestamptz, ${v.before_id}::uuid))
     order by created_at desc, id desc limit ${v.limit}`,
});

/**
 * Ends an unfinished job and deletes its remaining inputs. With a lease, does nothing if another process has taken the
 * job over.
 */
export const endJob = statement({
  name: 'end-job',
  parameters: { id: 'uuid', lease: 'uuid?', state: 'text', reason: 'text?', at: 'timestamptz' },
  build: (v) => sql`
    with ended as (
      update jobs set state = ${v.state}, reason = ${v.reason}, finished_at = ${v.at}, lease = null
        where id = ${v.id} and state in ('waiting', 'running')
          and (${v.lease}::uuid is null or lease = ${v.lease}) returning id
    )
    delete from job_inputs i using ended where i.job_id = ended.id`,
});

/** Deletes a job that has not started. If its start is in progress, waits for that. */
export const deleteReceiving = statement({
  name: 'delete-receiving-job',
  parameters: { id: 'uuid' },
  build: (v) => query.deleteFrom('jobs').where('id', '=', v.id).where('state', '=', 'receiving'),
});

/** The results of up to `portions` portions, beginning with `portion`; fewer where some were deleted. Primary key. */
export const resultsFrom = statement({
  name: 'job-results',
  parameters: { job_id: 'uuid', portion: 'int4', portions: 'int4' },
  row: columnsOf('job_results', ['portion', 'first_index', 'lines']),
  build: (v) => sql`
    select portion, first_index, lines from job_results
     where job_id = ${v.job_id} and portion >= ${v.portion} and portion < ${v.portion}::int + ${v.portions}::int
     order by portion`,
});

const TAKEN = {
  ...columnsOf('jobs', [
    'id',
    'account_id',
    'key_id',
    'operation',
    'parameters',
    'meta',
    'credit_ceiling',
    'items',
    'items_done',
    'portions_done',
    'credits',
    'would_be_credits',
    'result_bytes',
    'attempts',
    'fictional',
  ]),
  /** SHA-256 of the secret of the job's key. */
  hash: columnsOf('api_keys', ['hash']).hash as Field<Buffer>,
} as const;
export type TakenJob = RowOf<typeof TAKEN>;

/** Leases use the database's clock, which all processes share. */
const LEASE = sql`clock_timestamp() + interval '60 seconds'`;
/** A lease or pause never ends later than this. If it seems to, the clock was set back, and it is ignored. */
const TOO_FAR = sql`interval '2 minutes'`;

/**
 * Takes a lease on a job: of the account served longest ago, the job that has waited longest. Skips jobs that another
 * process has locked or leased. The time when an account was served is stored apart from its jobs, so that an account
 * with many short jobs gets no more turns than one with a long job. Index jobs_unfinished.
 */
export const takeJob = statement({
  name: 'take-job',
  parameters: { lease: 'uuid', at: 'timestamptz' },
  row: TAKEN,
  build: (v) => sql`
    with next as (
      select j.id, j.account_id from jobs j left join job_turns t on t.account_id = j.account_id
       where j.state in ('waiting', 'running')
         and (j.run_at <= ${v.at} or j.run_at > ${v.at}::timestamptz + ${TOO_FAR})
         and (j.leased_until is null or j.leased_until <= clock_timestamp()
              or j.leased_until > clock_timestamp() + ${TOO_FAR})
       order by case when t.worked_at <= ${v.at}::timestamptz + ${TOO_FAR} then t.worked_at end nulls first,
                j.run_at, j.id limit 1
       for update of j skip locked
    ), turn as (
      insert into job_turns (account_id, worked_at) select account_id, ${v.at} from next
        on conflict (account_id) do update set worked_at = excluded.worked_at
    )
    update jobs j set state = 'running', lease = ${v.lease}, leased_until = ${LEASE}, worked_at = ${v.at},
        started_at = coalesce(j.started_at, ${v.at})
      from next, api_keys k where j.id = next.id and k.id = j.key_id
      returning j.id, j.account_id, j.key_id, j.operation, j.parameters, j.meta, j.credit_ceiling, j.items,
        j.items_done, j.portions_done, j.credits, j.would_be_credits, j.result_bytes, j.attempts, j.fictional, k.hash`,
});

export const inputsOf = statement({
  name: 'job-inputs-of-portion',
  parameters: { job_id: 'uuid', portion: 'int4' },
  row: columnsOf('job_inputs', ['items']),
  build: (v) =>
    query
      .selectFrom('job_inputs')
      .select('items')
      .where('job_id', '=', v.job_id)
      .where('portion', '=', v.portion),
});

/** Extends a lease that this process still holds. */
export const renewLease = statement({
  name: 'renew-lease-of-job',
  parameters: { id: 'uuid', lease: 'uuid' },
  build: (v) => sql`update jobs set leased_until = ${LEASE} where id = ${v.id} and lease = ${v.lease}`,
});

/** Gives up the lease of a job without progress. The job is taken again at `run_at`. */
export const giveBack = statement({
  name: 'give-job-back',
  parameters: { id: 'uuid', lease: 'uuid', run_at: 'timestamptz', attempts: 'int2' },
  build: (v) => sql`
    update jobs set lease = null, leased_until = null, run_at = ${v.run_at}, attempts = ${v.attempts}
      where id = ${v.id} and lease = ${v.lease}`,
});

/**
 * Records an answered portion: stores its lines, deletes its inputs, updates progress and credits. Returns no row if
 * the job was cancelled or deleted, or another process took it over. The job stays locked until the transaction ends.
 */
export const finishPortion = statement({
  name: 'finish-portion-of-job',
  parameters: {
    id: 'uuid',
    lease: 'uuid',
    portion: 'int4',
    first_index: 'int4',
    lines: 'text',
    bytes: 'int8',
    done: 'int4',
    refused: 'int4',
    credits: 'int4',
    would_be_credits: 'int4',
    releases: '_text',
    state: 'text',
    reason: 'text?',
    at: 'timestamptz',
  },
  row: columnsOf('jobs', ['id']),
  build: (v) => sql`
    with job as (
      update jobs set portions_done = portions_done + 1, items_done = items_done + ${v.done},
          items_refused = items_refused + ${v.refused}, credits = credits + ${v.credits},
          would_be_credits = would_be_credits + ${v.would_be_credits}, result_bytes = result_bytes + ${v.bytes},
          releases = releases || array(select r from unnest(${v.releases}::text[]) with ordinality as u (r, place)
                                        where r <> all (releases) order by place),
          attempts = 0, run_at = ${v.at}, lease = null, leased_until = null, state = ${v.state},
          reason = ${v.reason}, finished_at = case when ${v.state} <> 'running' then ${v.at}::timestamptz end
        where id = ${v.id} and lease = ${v.lease} and state = 'running' and portions_done = ${v.portion}
        returning id
    ), written as (
      insert into job_results (job_id, portion, first_index, lines)
        select id, ${v.portion}::int, ${v.first_index}::int, ${v.lines}::text from job where ${v.lines} <> ''
    ), used as (
      delete from job_inputs i using job
        where i.job_id = job.id and (i.portion = ${v.portion} or ${v.state} <> 'running')
    )
    select id from job`,
});

/** Adds licence notices, one row for each source and attribution; existing rows stay. */
export const addNotices = statement({
  name: 'add-notices-of-job',
  parameters: { job_id: 'uuid', licences: '_text', attributions: '_text', sources: '_text' },
  build: (v) => sql`
    insert into job_notices (job_id, licence, attribution, source)
      select ${v.job_id}::uuid, * from unnest(${v.licences}::text[], ${v.attributions}::text[], ${v.sources}::text[])
      on conflict do nothing`,
});

/** The licence notices of a job's results; primary key. */
export const noticesOfJob = statement({
  name: 'notices-of-job',
  parameters: { job_id: 'uuid' },
  row: columnsOf('job_notices', ['licence', 'attribution', 'source']),
  build: (v) => sql`
    select licence, attribution, source from job_notices where job_id = ${v.job_id} order by licence, source, attribution`,
});
