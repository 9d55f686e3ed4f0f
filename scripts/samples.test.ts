import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dereferenced } from '../apps/web/build/contract-modules.ts';
import { type Document, operationsOf } from '../apps/web/build/reference.ts';
import { callOf, examples, type Language, snippet } from '../apps/web/src/lib/snippets.ts';
import * as sdk from '../packages/sdk/src/index.ts';
import { root } from './lib/contract.ts';

/** A library for receivers of webhooks, which the tests of the API depend on. */
const standardwebhooks = createRequire(join(root, 'apps/api/package.json'))('standardwebhooks') as {
  Webhook: new (secret: string) => { sign(id: string, at: Date, text: string): string };
};
const WRITTEN = 'http://127.0.0.1:8080';
const run = promisify(execFile);
const AsyncFunction = (async () => {}).constructor as new (
  ...code: string[]
) => (...given: unknown[]) => Promise<void>;

const operations = operationsOf(
  dereferenced(
    JSON.parse(readFileSync(join(root, 'packages/contract/generated/openapi.json'), 'utf8')),
  ) as Document,
);
/** Operations whose example can be sent unchanged: those that need no id from the server. */
const asWritten = operations.filter((one) =>
  one.inputs.every(({ name, required, example }) => !required || (example && name !== 'id')),
);

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const withCurl = has('curl', '--version') && has('bash', '--version');
const withJq = has('jq', '--version');
const withPython = has('python3', '-c', 'import requests');

let database: TestDatabase;
let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'domesday-samples-'));
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const here = (code: string): string => code.replaceAll(WRITTEN, new URL(api.url).origin);
const environment = () => ({ ...process.env, NO_PROXY: '*', no_proxy: '*', DOMESDAY_KEY: api.testKey });

/** Runs lines as a reader pastes them. Fails if a program fails or an answer is a refusal. */
async function inShell(lines: string): Promise<string> {
  api.clock.advance(10_000);
  const script = `set -eo pipefail\ncurl() { command curl --no-progress-meter --fail "$@"; }\n${here(lines)}`;
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env: environment() }).catch((error) => {
    throw new Error(`${lines}\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

/** Runs TypeScript with the names that the surrounding text defines. Returns what it prints. */
async function inNode(code: string, given: Record<string, unknown> = {}): Promise<unknown[][]> {
  api.clock.advance(10_000);
  const printed: unknown[][] = [];
  const modules: Record<string, unknown> = {
    '@domesday/sdk': sdk,
    standardwebhooks,
    'node:fs': { writeFileSync: (name: string, bytes: Buffer) => void printed.push([name, bytes.length]) },
  };
  const said = (...words: unknown[]) => void printed.push(words);
  const names = { console: { log: said, error: said }, modules, ...given };
  const plain = here(code).replaceAll(/^import (\{.*?\}) from '(.*?)';/gm, "const $1 = modules['$2'];");
  const { outputText } = ts.transpileModule(plain, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  await new AsyncFunction(...Object.keys(names), outputText)(...Object.values(names)).catch((error) => {
    throw new Error(`${code}\n${error.stack}`);
  });
  return printed;
}

function documents(): Map<string, string> {
  const paths = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
  return new Map(
    paths
      .split('\n')
      .filter(Boolean)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

/** Indented blocks of a document, without their indentation. */
function blocksOf(text: string): string[] {
  return [...text.matchAll(/(?<=\n\n|:\n|\n#[^\n]*\n)(?: {4}[^\n]*\n)+/g)].map(([block]) =>
    block.replaceAll(/^ {4}/gm, ''),
  );
}

/** Git lists the project's documents; a download without a repository is skipped. */
describe.skipIf(!existsSync(join(root, '.git')))('the samples of the documents', () => {
  it.skipIf(!withCurl)('in curl get an answer as they are written', async () => {
    const blocks = [...documents().values()].flatMap(blocksOf);
    const { webhook_id } = await endpoint();
    const inputs = blocks.find((block) => block.startsWith('{"ref"'))!;
    writeFileSync(join(folder, 'customers.ndjson'), inputs);
    const calls = blocks.filter((block) => /^(curl|jq) /.test(block) && (withJq || !/\bjq /.test(block)));
    expect(calls.length).toBeGreaterThan(6);
    for (const call of calls) {
      const printed = await inShell(call.replace('"webhook_id":"…"', `"webhook_id":"${webhook_id}"`));
      // The output shown below a call must equal its real output, except for the credits left.
      const below = blocks[blocks.indexOf(call) + 1]!;
      if (call.includes('"quote":true') && below.startsWith('{'))
        expect({ ...JSON.parse(printed), credits_remaining: 0 }).toEqual({
          ...JSON.parse(below),
          credits_remaining: 0,
        });
    }
    if (withJq)
      expect(readFileSync(join(folder, 'homes.csv'), 'utf8')).toMatch(
        /^index,ref,.*epc_certificate_number.*\r?\n0,A17,200,/,
      );
    expect(readFileSync(join(folder, 'matched.ndjson'), 'utf8').trim().split('\n')).toHaveLength(
      inputs.trim().split('\n').length,
    );
  });

  it('in TypeScript do what their text says', async () => {
    vi.stubEnv('DOMESDAY_KEY', api.testKey);
    const { house } = sandboxSamples();
    const client = sdk.createClient({ apiKey: api.testKey, baseUrl: api.url });
    const secret = `whsec_${Buffer.from('of the samples').toString('base64')}`;
    const rawBody = '{"type":"watch.matched"}';
    const sent = new Date();
    const signature = new standardwebhooks.Webhook(secret).sign('msg_1', sent, rawBody);
    const given = {
      ...sdk,
      client,
      apiKey: api.testKey,
      otherFetch: fetch,
      uprn: String(house.uprn),
      uprns: [String(house.uprn)],
      inputs: [{ uprn: String(house.uprn) }],
      secret,
      rawBody,
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
        'webhook-signature': signature,
      },
    };
    const samples = [...documents()].flatMap(([path, text]) =>
      [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => `// ${path}\n${code!}`),
    );
    expect(samples.length).toBeGreaterThan(12);
    const polygon = (
      await inNode(`${/^const polygon = .*$/m.exec(samples.join('\n'))![0]}console.log(polygon);`)
    )[0]![0];
    // A name that the sample declares itself is not passed in.
    for (const sample of samples)
      await inNode(
        sample,
        Object.fromEntries(
          Object.entries({ ...given, polygon }).filter(
            ([name]) =>
              !new RegExp(
                `const (?:${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} =)|import \\{[^}]*\\b${name}\\b`,
              ).test(sample),
          ),
        ),
      );
  });

  it('that a guide names only by their path get an answer', async () => {
    const guides = [...documents()].filter(([path]) => path.startsWith('docs/guides/'));
    const named = guides.flatMap(([, text]) =>
      [...text.matchAll(/`GET (?:\/v1)?(\/[^`]+)`/g)].map(([, path]) =>
        path!.replace('{uprn}', String(sandboxSamples().house.uprn)),
      ),
    );
    const asked = [...new Set(named)].filter((path) => !/[{…]/.test(path));
    expect(asked.length).toBeGreaterThan(12);
    for (const path of asked) expect([path, (await api.call(path)).status]).toEqual([path, 200]);
  });

  it('for testing a program get the answer that the guide states', async () => {
    const guide = documents().get('docs/guides/9-what-to-call.md')!;
    const rows = guide.split('## To test a program with')[1]!.matchAll(/^\| (.*?) \| (.*) \|$/gm);
    const asked = await Promise.all(
      [...rows]
        .filter(([, , answer]) => answer!.includes('`'))
        .map(async ([, ask, answer]) => {
          const path = /`(\/[^`]*)`/.exec(ask!)?.[1];
          const given = path ? {} : { body: { address: ask } };
          const { status, body } = await api.call(path ?? '/addresses/match', given);
          const [, code] = /`(\w+)`/.exec(answer!)!;
          return [ask, Number(/^\d+/.exec(answer!)?.[0] ?? 200), code, status, outcomeOf(body)] as const;
        }),
    );
    expect(asked.length).toBeGreaterThan(10);
    for (const [ask, wanted, code, status, words] of asked) {
      expect([ask, status]).toEqual([ask, wanted]);
      expect([ask, words]).toEqual([ask, code]);
    }
  });

  it('that begin like JSON are valid JSON', () => {
    const blocks = [...documents().values()].flatMap(blocksOf).filter((block) => /^\{["\s]/.test(block));
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks)
      for (const json of block.startsWith('{\n') ? [block] : block.trim().split('\n'))
        expect(() => JSON.parse(json), block).not.toThrow();
  });
});

/** The error code, status or method that identifies the kind of an answer. */
function outcomeOf(body: { error?: { code: string }; status?: string; method?: string }): string | undefined {
  return body.error?.code ?? body.status ?? body.method;
}

/** Creates a webhook endpoint to which nothing is sent. */
async function endpoint(): Promise<{ webhook_id: string }> {
  const { status, body } = await api.call('/webhooks', {
    body: { url: 'https://example.org/of-the-samples' },
  });
  expect(status).toBe(201);
  return { webhook_id: body.id };
}

describe('the code that the portal writes for a call', () => {
  const codes = (language: Language): string[] =>
    asWritten.map((one) => snippet(language, one, callOf(one, examples(one)), `${WRITTEN}/v1`));

  it.skipIf(!withCurl)('gets an answer as it is written, in curl', async () => {
    expect(asWritten.length).toBeGreaterThan(30);
    for (const code of codes('curl')) await inShell(code);
  });

  it('gets an answer as it is written, in TypeScript', async () => {
    vi.stubEnv('DOMESDAY_KEY', api.testKey);
    for (const code of codes('TypeScript')) {
      const [[answer] = []] = await inNode(code);
      if (typeof answer === 'number') expect([code, answer]).toEqual([code, expect.closeTo(200, -1)]);
      else expect(answer, code).toBeTruthy();
    }
  });

  it.skipIf(!withPython)('gets an answer as it is written, in Python', async () => {
    api.clock.advance(10_000);
    const script = `import json, sys
for code in json.load(open(sys.argv[1])):
    try:
        exec(compile(code, "sample", "exec"), {})
    except Exception as error:
        raise SystemExit(f"{code}\\n{error!r}")`;
    const file = join(folder, 'python.json');
    writeFileSync(file, JSON.stringify(codes('Python').map(here)));
    await run('python3', ['-c', script, file], { cwd: folder, env: environment(), maxBuffer: 1e8 });
    expect(codes('Python').length).toBe(asWritten.length);
  });
});
