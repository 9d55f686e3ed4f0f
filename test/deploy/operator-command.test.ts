import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { catalogue, commandFor } from '@domesday/datasets/catalogue';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// The commands in messages, in the status and in the portal must work in the environment that shows them.

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

it('the sources contain the prefix of commands in one file for the servers and in one for the pages', () => {
  const outside_comments = /^(?!\s*(?:\/\/|\*)).*npm run domesday/m;
  expect(sources().filter((file) => outside_comments.test(read(file)))).toEqual(ONE_PLACE_EACH);
});

describe('if the operator sets DOMESDAY_COMMAND', () => {
  const COMMAND = 'run "it" --rm domesday $& <here>';

  it('the command that loads a dataset begins with it', () => {
    expect(commandFor(catalogue['price-paid'])).toBe('npm run domesday -- fetch price-paid');
    process.env.DOMESDAY_COMMAND = COMMAND;
    expect(commandFor(catalogue['price-paid'])).toBe(`${COMMAND} fetch price-paid`);
  });
});

describe('DOMESDAY_COMMAND in containers', () => {
  const compose = parse(read('deploy/compose/compose.yaml'), { merge: true });

  it('is the path of the command line in the image', () => {
    const told = /^ENV DOMESDAY_COMMAND="(.*)"$/m.exec(read('deploy/Dockerfile'))?.[1];
    expect(told?.split(' ')).toEqual(['node', compose.services.domesday.entrypoint.at(-1)]);
  });

  it('names in Compose the service that runs commands, for every service that prints one', () => {
    const told = ['upgrade', 'api', 'domesday'].map(
      (name) => compose.services[name].environment.DOMESDAY_COMMAND,
    );
    expect(new Set(told)).toEqual(new Set(['docker compose run --rm domesday']));
  });
});

it.each(['api@', 'upgrade', 'update'])(
  'the unit domesday-%s sets the command line that README.md gives, with the database of the unit',
  (name) => {
    const unit = read(`deploy/systemd/domesday-${name}.service`);
    const told = /^Environment="DOMESDAY_COMMAND=(.*)"$/m.exec(unit)?.[1];
    const secret = /^LoadCredential=database-url:(.*)$/m.exec(unit)?.[1];
    expect(told).toBe(`DATABASE_URL_FILE=${secret} npm run domesday --`);
    expect(read('deploy/README.md')).toContain(`\n${told} keys create`);
  },
);
