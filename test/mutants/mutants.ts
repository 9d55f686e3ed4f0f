import { ofTheOpenNetwork, type Planted } from './open-network.ts';

/** A planted fault: `find`, which occurs once in the file, is replaced. */
export interface Mutant {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** Tests of `npm test` that should find it. */
  tests: string[];
}

const API = 'apps/api/src';
const FORMULAS = 'packages/files/src/formula-text.ts';
const charging = ['apps/api/test/charging.test.ts'];
const lost = ['apps/api/test/lost-charge.test.ts'];
const repeated = ['apps/api/test/idempotency.test.ts'];
const refusals = ['apps/api/test/every-refusal.test.ts'];
const watched = ['apps/api/test/watched.test.ts'];
const window = [`${API}/http/limits/local-rate-limit.test.ts`];
const csv = [`${API}/http/forms/csv.test.ts`];
const shared = [`${API}/http/limits/shared-rate-limit.test.ts`];

const planted: Planted[] = [
  // Charging
  [
    'charge a test key',
    `${API}/http/charge.ts`,
    'chargeOf(res, live ? credits : 0, answer)',
    'chargeOf(res, credits, answer)',
    repeated,
  ],
  [
    'charge nothing',
    `${API}/http/charge.ts`,
    'if ((!live || credits === 0) && !answer) return true;',
    'if (!answer) return true;',
    charging,
  ],
  ['report no charged credits', `${API}/http/charge.ts`, 'if (live) locals.credits = credits;', '', charging],
  [
    'answer a call whose charge was refused as overdrawn',
    `${API}/http/charge.ts`,
    "if (settled === 'overdrawn') {",
    "if (settled === ('never' as string)) {",
    charging,
  ],
  [
    'send the answer without waiting for its charge',
    `${API}/http/answer.ts`,
    'const charged = await chargeOrReplay(services, res, credits, answer_to_store)',
    'const charged = chargeOrReplay(services, res, credits, answer_to_store)',
    charging,
  ],
  [
    'process calls without enough credits',
    `${API}/http/pay.ts`,
    'if (remainingCredits(caller) < least &&',
    'if (remainingCredits(caller) < 0 &&',
    charging,
  ],
  [
    'charge for a quote',
    `${API}/http/price.ts`,
    'due = quoted ? 0 : full',
    'due = full',
    ['apps/api/test/every-quote.test.ts'],
  ],
  [
    'begin the month a day late',
    `${API}/accounts/month.ts`,
    '.slice(0, 7)}-01`',
    '.slice(0, 7)}-02`',
    charging,
  ],
  [
    'let the month never end',
    `${API}/accounts/month.ts`,
    'at.getUTCMonth() + 1, 1',
    'at.getUTCMonth() + 2, 1',
    charging,
  ],
  [
    'overdraw an account',
    'packages/db/sql/settle_batch.sql',
    'bool_and(a.credits_used <= a.allowance',
    'bool_and(true',
    charging,
  ],
  ['overdraw a cap', 'packages/db/sql/settle_batch.sql', 'km.used > km.cap or', '', charging],
  [
    'overdraw the cap of a parent key by its sub-keys',
    'packages/db/sql/settle_batch.sql',
    'or parent_used > parent_cap',
    '',
    ['apps/api/test/caps.test.ts'],
  ],
  [
    'write no ledger line for a single charge',
    'packages/db/sql/settle_batch.sql',
    'if p_credits[1] > 0 then',
    'if p_credits[1] > 100000 then',
    repeated,
  ],
  [
    'charge a settled charge again',
    'packages/db/sql/settle_batch.sql',
    'added := 0;',
    'added := p_credits[1];',
    lost,
  ],
  [
    'never retry a settlement',
    `${API}/accounts/ledger.ts`,
    'while (performance.now() < until_ms) {',
    'while (performance.now() > until_ms) {',
    lost,
  ],
  [
    'keep the charge of a refused request',
    `${API}/accounts/ledger.ts`,
    'if (doubtful) unknown.refused(at, charges);\n    onFailed',
    'onFailed',
    lost,
  ],
  [
    'ignore the warning of a commit',
    `${API}/accounts/ledger.ts`,
    'if (warning) return',
    'if (false) return',
    lost,
  ],
  [
    'cancel no charge',
    'packages/db/sql/cancel_charges.sql',
    'update ledger l set credits = 0 where',
    'update ledger l set credits = l.credits where',
    lost,
  ],
  [
    'ignore the warning of a commit that cancels charges',
    `${API}/accounts/unknown-outcome.ts`,
    'if (failed ?? warning) throw failed ?? warning',
    'if (failed) throw failed',
    lost,
  ],
  // Repetition
  [
    'charge repeated requests',
    `${API}/http/idempotency.ts`,
    'if (!stored) return false;',
    'return false;',
    repeated,
  ],
  [
    'answer a different request with a stored answer',
    `${API}/http/idempotency.ts`,
    'return stored.canonical === canonical || stored.fingerprint === fingerprint;',
    'return true;',
    repeated,
  ],
  [
    'store answers for ever',
    `${API}/accounts/ledger.query.ts`,
    "interval '24 hours'`,",
    "interval '24 years'`,",
    repeated,
  ],
  // Keys
  [
    'accept revoked keys',
    `${API}/accounts/callers.query.ts`,
    ".where('k.revoked_at', 'is', null)",
    '',
    watched,
  ],
  [
    'accept sub-keys of a revoked parent',
    `${API}/accounts/callers.query.ts`,
    ".where('parent.revoked_at', 'is', null)",
    '',
    refusals,
  ],
  [
    'cache a key for an hour',
    `${API}/accounts/callers.ts`,
    'const FRESH_MS = 2000;',
    'const FRESH_MS = 3_600_000;',
    refusals,
  ],
  [
    'accept any text as a key',
    `${API}/accounts/secrets.ts`,
    'return SHAPE.test(secret);',
    'return true;',
    refusals,
  ],
  [
    'store the key instead of its hash',
    `${API}/accounts/secrets.ts`,
    "return createHash('sha256').update(secret).digest();",
    'return Buffer.from(secret.slice(-32));',
    refusals,
  ],
  [
    'make keys of one character',
    `${API}/accounts/secrets.ts`,
    'ALPHABET[randomInt(ALPHABET.length)]',
    'ALPHABET[0]',
    charging,
  ],
  [
    'make live keys instead of test keys',
    `${API}/accounts/secrets.ts`,
    'let secret = `svc_${mode}_`;',
    'let secret = `svc_live_`;',
    [...refusals, ...charging],
  ],
  // Limits
  [
    'allow one call above the limit',
    `${API}/http/limits/local-rate-limit.ts`,
    'const allowed = w.count < limit;',
    'const allowed = w.count <= limit;',
    window,
  ],
  [
    'halve the window',
    `${API}/http/limits/local-rate-limit.ts`,
    'export const WINDOW_MS = 10_000;',
    'export const WINDOW_MS = 5000;',
    [...window, ...refusals],
  ],
  [
    'refuse no call over the limit',
    `${API}/http/rate-limit.ts`,
    'if (allowed) return;',
    'if (true) return;',
    refusals,
  ],
  [
    'count the calls of each process separately',
    `${API}/http/limits/shared-rate-limit.ts`,
    'if (shared === false || !client.isReady) {',
    'if (true) {',
    shared,
  ],
  [
    'grant each process the whole limit while Redis is unavailable',
    `${API}/http/limits/shared-rate-limit.ts`,
    'Math.max(1, Math.floor(limit / processes))',
    'limit',
    shared,
  ],
  ['accept bodies of any size', `${API}/http/read-body.ts`, "limit: '256kb'", "limit: '256mb'", refusals],
  // Escaping
  ['leave all formulas in CSV', FORMULAS, 'BEGINS.test(text)', 'false', csv],
  [
    'leave formulas that begin with @ in CSV',
    FORMULAS,
    '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]',
    '[=+\\-\\uff1d\\uff0b\\uff0d]',
    csv,
  ],
  ['quote no cell of a CSV', `${API}/http/forms/csv.ts`, '/[",\\r\\n]/.test(safe)', 'false', csv],
  // Headers
  [
    'let browsers guess content types',
    `${API}/http/request-id.ts`,
    "res.setHeader('X-Content-Type-Options', 'nosniff');",
    '',
    watched,
  ],
  [
    'let caches store answers',
    `${API}/http/request-id.ts`,
    "res.setHeader('Cache-Control', 'no-store');",
    '',
    watched,
  ],
  [
    'send no content security policy',
    `${API}/http/request-id.ts`,
    "res.setHeader('Content-Security-Policy', ",
    "res.setHeader('X-Policy', ",
    watched,
  ],
  [
    'send no Retry-After',
    `${API}/http/answer-errors.ts`,
    "res.setHeader('Retry-After', error.retry_after_s)",
    'undefined',
    refusals,
  ],
  [
    'report the wrong number of credits left',
    `${API}/accounts/callers.ts`,
    'return Math.max(0, Math.min(...limitsOf(caller).map(({ limit, used }) => limit - used)));',
    'return Math.max(0, Math.max(...limitsOf(caller).map(({ limit, used }) => limit - used)));',
    charging,
  ],
  [
    'send no request id',
    `${API}/http/request-id.ts`,
    "res.setHeader('X-Request-Id', locals.request_id);",
    '',
    refusals,
  ],
  // Validation
  [
    'accept unknown parameters',
    `${API}/http/check/request-values.ts`,
    'if (!parameter)\n      throw unknownParameter(',
    'if (!parameter) continue;\n    if (false)\n      throw unknownParameter(',
    refusals,
  ],
  [
    'report a missing parameter as an invalid one',
    `${API}/http/check/check-request.ts`,
    "if (keyword === 'required') return [400, 'missing_parameter'];",
    '',
    refusals,
  ],
  [
    'accept a repeated parameter',
    `${API}/http/check/request-values.ts`,
    'if (name in values) throw repeated(name, parameter);\n    values[name] = readValue(',
    'values[name] = readValue(',
    refusals,
  ],
  [
    'answer HEAD as GET',
    `${API}/http/operations.ts`,
    'methods.includes(req.method)',
    "[...methods, 'HEAD'].includes(req.method)",
    refusals,
  ],
  [
    'accept a body of any content type',
    `${API}/http/read-body.ts`,
    'if (!/^application',
    'if (false && !/^application',
    refusals,
  ],
  [
    'show the message of an internal error',
    `${API}/http/errors.ts`,
    "'The server failed to answer. The request id names it in the log.'",
    'String((thrown as Error).message)',
    watched,
  ],
  [
    'serve the metrics to everybody',
    `${API}/http/health/metrics-route.ts`,
    'if (!expected || !timingSafeEqual(',
    'if (!expected || false && !timingSafeEqual(',
    watched,
  ],
];

export const mutants: Mutant[] = [...planted, ...ofTheOpenNetwork].map(
  ([name, file, find, replace, tests]) => ({
    name,
    file,
    find,
    replace,
    tests,
  }),
);
