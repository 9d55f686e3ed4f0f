import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('the release publishes only the client version of the tag, with provenance, after the checks and the runtime tests', () => {
  const workflow = parse(read('.github/workflows/release.yml'));
  expect(workflow.on).toEqual({ push: { tags: ['sdk-v*'] } });
  expect(workflow.permissions).toEqual({});
  const { publish } = workflow.jobs;
  expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  const runs: string[] = publish.steps.flatMap((step: { run?: string }) => step.run ?? []);
  expect(runs[0]).toContain('sdk-v$(node -p "require(\'./packages/sdk/package.json\').version")');
  const named = runs.findIndex((run) => run.includes('repository.url="git+$repository.git"'));
  expect(runs.toSpliced(named, 1).slice(1)).toEqual([
    'npm ci',
    'npm run check',
    'npm run test:runtimes',
    'npm run build -w @domesday/sdk',
    'npm publish --provenance --access public -w @domesday/sdk',
  ]);
  const { scripts } = JSON.parse(read('package.json'));
  expect(scripts).toHaveProperty(['test:runtimes']);
  expect(JSON.parse(read('packages/sdk/package.json')).publishConfig).toMatchObject({ access: 'public' });
});

it('the release pins every action to a commit, since a tag can be moved', () => {
  const { publish } = parse(read('.github/workflows/release.yml')).jobs;
  const actions: string[] = publish.steps.flatMap((step: { uses?: string }) => step.uses ?? []);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
});
