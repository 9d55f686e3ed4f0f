import { createServer } from 'node:http';
import { operationTable } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import express, { type Request, type Response } from 'express';
import { middleware } from 'express-openapi-validator';
import { prepareRequestChecks, requestCheck } from '../../apps/api/src/http/check/check-request.ts';
import { ajvChecker } from '../../apps/api/test/ajv-checker.ts';

// One operation behind each of three checks and behind none, in one process: /<check>/<path of the operation>.
const entry = operationTable.find((o) => o.id === 'properties.get')!;
const path = entry.path.replaceAll(/\{(\w+)\}/g, ':$1');
const check = requestCheck(entry);
const ajv = ajvChecker(entry);
await prepareRequestChecks();

const app = express();
app.disable('x-powered-by').disable('etag').set('query parser', false);
const searchOf = (req: Request) => new URLSearchParams(req.originalUrl.split('?')[1]);
const send = (res: Response, body: unknown) => void res.end(JSON.stringify(body));

app.get(`/bare${path}`, (req, res) => send(res, req.params));
app.get(`/ajv${path}`, (req, res) => {
  const verdict = ajv(req.params as Record<string, string>, searchOf(req), undefined);
  if (!('values' in verdict)) throw new Error('refused');
  send(res, verdict.values);
});
app.get(`/validator${path}`, async (req, res) => {
  const raw = { path: req.params as Record<string, string>, search: searchOf(req), body: undefined };
  send(res, await check(raw));
});

// The library set up as its manual says, checking requests only.
const asInstalled = express().set('query parser', 'simple');
asInstalled.use(
  middleware({
    apiSpec: { ...document, servers: [{ url: '/installed' }] } as never,
    validateSecurity: false,
    validateResponses: false,
    $refParser: { mode: 'dereference' },
  }),
);
asInstalled.get(`/installed${path}`, (req, res) => send(res, req.query));

let used = process.cpuUsage();
app.get('/cpu', (_req, res) => {
  const { user, system } = process.cpuUsage(used);
  used = process.cpuUsage();
  send(res, user + system);
});
createServer((req, res) => (req.url!.startsWith('/installed') ? asInstalled : app)(req, res)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);
