import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { catalogue, commandFor } from '@domesday/datasets/catalogue';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// What messages, the status and the portal tell an operator to run must run where they tell it.

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const ONE_PLACE_EACH = ['apps/web/src/lib/operator-command.ts', 'packages/loading/src/operator-command.ts'];

/** The source files of the apps and packages, without tests. */
function sources(): string[] {
  return ['apps', 'packages'].flatMap((kind) =>
    readdirSync(join(root, kind)).flatMap((name) => {
      const folder = `${kind}/${name}/src`;
      const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
      return files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).map((file) => `${folder}/${file}`);
    }),
  );
}

afterEach(() => {
  delete process.env.DOMESDAY_COMMAND;
});

it('writes the way to run a command in one place for the servers and in one for the pages', () => {
  const outside_comments = /^(?!\s*(?:\/\/|\*)).*npm run domesday/m;
  expect(sources().filter((file) => outside_comments.test(read(file)))).toEqual(ONE_PLACE_EACH);
});

describe('where the operator has another way to run commands', () => {
  const COMMAND = 'run "it" --rm domesday $& <here>';

  it('is told how to bring a dataset in that way', () => {
    expect(commandFor(catalogue['price-paid'])).toBe('npm run domesday -- fetch price-paid');
    process.env.DOMESDAY_COMMAND = COMMAND;
    expect(commandFor(catalogue['price-paid'])).toBe(`${COMMAND} fetch price-paid`);
  });
});

describe('in containers', () => {
  const compose = parse(read('deploy/compose/compose.yaml'), { merge: true });

  it('names in the image the command line that the image holds', () => {
    const told = /^ENV DOMESDAY_COMMAND="(.*)"$/m.exec(read('deploy/Dockerfile'))?.[1];
    expect(told?.split(' ')).toEqual(['node', compose.services.domesday.entrypoint.at(-1)]);
  });

  it('names in Compose the service that runs commands, wherever one is told', () => {
    const told = ['upgrade', 'api', 'domesday'].map(
      (name) => compose.services[name].environment.DOMESDAY_COMMAND,
    );
    expect(new Set(told)).toEqual(new Set(['docker compose run --rm domesday']));
  });
});

it.each(['api@', 'upgrade', 'update'])(
  'names in the unit domesday-%s the command line that README.md gives, over the database of the unit',
  (name) => {
    const unit = read(`deploy/systemd/domesday-${name}.service`);
    const told = /^Environment="DOMESDAY_COMMAND=(.*)"$/m.exec(unit)?.[1];
    const secret = /^LoadCredential=database-url:(.*)$/m.exec(unit)?.[1];
    expect(told).toBe(`DATABASE_URL_FILE=${secret} npm run domesday --`);
    expect(read('deploy/README.md')).toContain(`\n${told} keys create`);
  },
);
