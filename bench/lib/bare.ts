import { createServer } from 'node:http';
import { operationTable } from '@domesday/contract';
import { createPool } from '@domesday/db';
import express from 'express';
import { pino } from 'pino';
import { monthOf } from '../../apps/api/src/accounts/month.ts';
import { handlers } from '../../apps/api/src/generated/routes.ts';
import { answer } from '../../apps/api/src/http/answer.ts';
import type { Locals } from '../../apps/api/src/http/locals.ts';
import { setPrice } from '../../apps/api/src/http/price.ts';
import { createServices } from '../../apps/api/src/http/services.ts';
import { validate } from '../../apps/api/src/http/validate.ts';

// The same handlers and validation, without key, limit and charge: the baseline for metering.
const db = createPool(process.env.DATABASE_URL!, { max: 10 });
const clock = { now: () => new Date() };
const services = createServices({ db, clock, log: pino({ level: 'silent' }) });
const app = express();
app.disable('x-powered-by').disable('etag').set('query parser', false);
app.use(async (_req, res, next) => {
  const caller = {
    key_id: '',
    account_id: '',
    parent_id: null,
    mode: 'test' as const,
    monthly_cap: null,
    monthly_credits: 1,
    rate_limit: 1,
    month: monthOf(clock.now()),
    account_used: 0,
    key_used: 0,
    parent_cap: null,
    parent_used: 0,
  };
  const source = await services.sources.choose();
  Object.assign(res.locals as Locals, { request_id: 'req_bare', caller, source });
  next();
});
const entry = operationTable.find((o) => o.id === 'properties.get')!;
app.get(
  '/v1/properties/:uprn',
  validate(entry),
  setPrice(entry),
  answer(entry, handlers[entry.id] as never, services),
);
app.get('/ready', (_req, res) => void res.end());
createServer(app).listen(Number(process.env.PORT), '127.0.0.1');
