import type { OperationEntry } from '@domesday/contract';
import express, { type Express, type RequestHandler } from 'express';
import { batch } from './batch/batch.ts';
import { changes } from './changes/changes.ts';
import { handlers } from './generated/routes.ts';
import { answer } from './http/answer.ts';
import { answerErrors } from './http/answer-errors.ts';
import { authenticate } from './http/authenticate.ts';
import { refuseEncoded } from './http/encoded-body.ts';
import { answerRepeated } from './http/idempotency.ts';
import { logRequest } from './http/log.ts';
import { chooseSource } from './http/meta/choose-source.ts';
import { openRoutes } from './http/open-routes.ts';
import { operationRoutes, unknownPath } from './http/operations.ts';
import { takeSlot } from './http/overload.ts';
import { mustAfford } from './http/pay.ts';
import { setPrice } from './http/price.ts';
import { limitRate } from './http/rate-limit.ts';
import { readBody } from './http/read-body.ts';
import { checkHeaders, requestId } from './http/request-id.ts';
import { type AppOptions, createServices, type Services } from './http/services.ts';
import { traceRequest, traceSteps } from './http/trace.ts';
import { ignoreParameters, refuseOtherEncodings } from './http/utf8.ts';
import { validate } from './http/validate.ts';
import { jobs } from './jobs/jobs.ts';
import { type JobRunner, runJobs } from './jobs/run-jobs.ts';
import { portal } from './portal/index.ts';
import { tiles } from './tiles/tiles.ts';
import { watches } from './watches/watches.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { dearInTurns, inTurns } from './within/turns.ts';
import { within } from './within/within.ts';

export type { AppOptions } from './http/services.ts';

/** The steps of a request, in order. Each is a file of http/. */
export function createApp(options: AppOptions): { app: Express; services: Services; runner: JobRunner } {
  const services = createServices(options);
  const runner = runJobs(services);
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  app.set('trust proxy', services.trust);

  app.use(requestId, logRequest(services), ...traceRequest(services));
  app.use(checkHeaders, refuseEncoded, refuseOtherEncodings, ignoreParameters);
  app.use(openRoutes(services));
  if (options.oauth) app.use(options.oauth(services));
  app.use(portal(services));
  const turns = { area: inTurns(), usage: inTurns() };
  app.use('/v1', tiles(services), batch(services), jobs(services, runner), within(services, turns.area));
  app.use(
    '/v1',
    operationRoutes((entry) => stepsOf(entry, services, turns)),
  );
  app.use('/v1', changes(services), watches(services), webhooks(services));
  app.use(unknownPath);
  app.use(answerErrors(services));
  return { app, services, runner };
}

/** The steps of a request to one operation. */
function stepsOf(
  entry: OperationEntry,
  services: Services,
  turns: Record<'area' | 'usage', RequestHandler>,
): RequestHandler[] {
  return traceSteps(services, {
    authenticate: authenticate(services, entry.id),
    limit: limitRate(services),
    ...(entry.method === 'post' ? { body: readBody(services) } : {}),
    slot: takeSlot(services),
    validate: validate(entry),
    turn: entry.id === 'account.usage' ? turns.usage : dearInTurns(turns.area, entry),
    price: setPrice(entry),
    source: chooseSource(services),
    repeat: answerRepeated(entry, services),
    afford: mustAfford(entry, services),
    answer: answer(entry, handlers[entry.id], services),
  });
}
