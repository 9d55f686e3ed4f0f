import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifests } from './manifests.ts';

// The shipped deployment files, checked as far as possible without Docker, Kubernetes and a running systemd.

const deploy = resolve(import.meta.dirname, '../../deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');
const MOST_EXPOSED = 2.5;

/** The path or name of a manifest's kind in kubernetes-types. */
const GROUPS: Record<string, string> = {
  v1: 'kubernetes-types/core/v1',
  'apps/v1': 'kubernetes-types/apps/v1',
  'policy/v1': 'kubernetes-types/policy/v1',
  'networking.k8s.io/v1': 'kubernetes-types/networking/v1',
  'postgresql.cnpg.io/v1': '../../deploy/schemas/cloudnative-pg.d.ts',
};

interface Probe {
  periodSeconds: number;
  failureThreshold: number;
}

describe('compose', () => {
  const compose = parse(read('compose/compose.yaml'), { merge: true });

  it('is valid against the published schema of Compose', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
    // The schema identifies its parts with the `id` of an older draft; no reference uses them.
    const schema = JSON.parse(read('schemas/compose-spec.json'), (key, value) =>
      (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
    );
    const validate = ajv.compile(schema);
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  });

  it('checks the health of PostgreSQL over TCP, since a server that is still initialising listens only on its socket', () => {
    const { test } = compose.services.postgres.healthcheck;
    expect(test[test.indexOf('-h') + 1]).toBe('127.0.0.1');
  });

  it('creates a new database with the C locale, so that a newer image cannot corrupt its indexes', () => {
    const words = compose.services.postgres.environment.POSTGRES_INITDB_ARGS.split(' ');
    expect(words).toEqual(expect.arrayContaining(['--locale=C', '--encoding=UTF8']));
  });

  it('unpacks archives on the disk of the downloads and not in memory, as the unit of the weekly update does', () => {
    expect(compose.services.domesday.environment.TMPDIR).toBe('/data');
    const settings = /^Environment=(.* )?DOMESDAY_HOME=(\S+) TMPDIR=(\S+)$/m.exec(
      read('systemd/domesday-update.service'),
    );
    expect(settings?.[3]).toBe(settings?.[2] ?? '');
  });

  it('gives every Domesday container a fixed user, a read-only root and no capability, and exposes only the proxy', () => {
    const ours = ['upgrade', 'api', 'mcp', 'domesday'];
    for (const name of ours) {
      expect(compose.services[name], name).toMatchObject({
        user: '65532:65532',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
    const open = Object.entries(compose.services).filter(([, s]) => (s as { ports?: unknown }).ports);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    expect(JSON.stringify(compose)).not.toMatch(/POSTGRES_PASSWORD"|postgres:\/\//);
  });
});

describe('Kubernetes', () => {
  it('has manifests with only the fields and types of their kinds', () => {
    const lines = manifests().map((one, i) => {
      const from = GROUPS[one.apiVersion];
      if (!from) throw new Error(`${one.apiVersion} is not known to this test`);
      return `export const m${i}: import('${from}').${one.kind} = ${JSON.stringify(one)};`;
    });
    // The compiler must report a misspelt field and a field of the wrong type.
    const api = JSON.stringify(manifests().find((one) => one.metadata.name === 'api'));
    const typed = "export const m: import('kubernetes-types/apps/v1').Deployment = ";
    const broken = [api.replace('"replicas":', '"replica":'), api.replace('"replicas":3', '"replicas":"3"')];
    const wrong = broken.map((text, i) => typed.replace('m:', `wrong${i}:`) + text);
    const problems = compile([...lines, ...wrong].join('\n'));
    expect(problems.filter(({ line }) => line < lines.length)).toEqual([]);
    expect(problems.map(({ line }) => line)).toEqual([lines.length, lines.length + 1]);
  });

  it('lets no pod run as root, write to its root file system or gain privileges', () => {
    const pods = manifests().filter((one) => one.kind === 'Deployment');
    expect(pods.map((one) => one.metadata.name).sort()).toEqual(['api', 'mcp', 'redis']);
    for (const one of pods) {
      const pod = (one.spec as unknown as { template: { spec: Record<string, unknown> } }).template.spec;
      const all = [...(pod.containers as never[]), ...((pod.initContainers as never[] | undefined) ?? [])];
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of all) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        });
      }
    }
  });

  it.each(['api', 'mcp'])(
    'sends no more requests to a pod of the %s that has hung for ten seconds',
    (name) => {
      const one = manifests().find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)!;
      const pod = (one.spec as unknown as { template: { spec: { containers: Record<string, Probe>[] } } })
        .template.spec;
      const probe = pod.containers[0]!.readinessProbe!;
      expect(probe.periodSeconds * probe.failureThreshold).toBeLessThanOrEqual(10);
    },
  );

  it('streams job bodies of 100 MB through the ingress, however long their answers take', () => {
    const ingress = manifests().find(({ kind }) => kind === 'Ingress')!;
    const { annotations = {} } = ingress.metadata as { annotations?: Record<string, string> };
    const setting = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`];
    expect(Number(/^(\d+)m$/.exec(setting('proxy-body-size') ?? '')?.[1])).toBeGreaterThan(100);
    expect(setting('proxy-request-buffering')).toBe('off');
    for (const name of ['proxy-read-timeout', 'proxy-send-timeout'])
      expect(Number(setting(name)), name).toBeGreaterThanOrEqual(3600);
  });

  it('passes answers with up to 16 kB of headers through the ingress, as much as clients read', () => {
    const { annotations = {} } = manifests().find(({ kind }) => kind === 'Ingress')!.metadata as {
      annotations?: Record<string, string>;
    };
    expect(annotations['nginx.ingress.kubernetes.io/proxy-buffer-size']).toBe('16k');
  });

  it('prevents services of the namespace from setting variables that a server reads, such as API_PORT', () => {
    const pods = manifests().filter((one) => one.kind === 'Deployment');
    const links = pods.map((one) => [
      one.metadata.name,
      (one.spec as unknown as { template: { spec: { enableServiceLinks?: boolean } } }).template.spec
        .enableServiceLinks,
    ]);
    expect(Object.fromEntries(links)).toEqual({ api: false, mcp: false, redis: false });
  });

  it('runs no server as the first process of its container, since that would ignore a signal during its start', () => {
    const pods = manifests().filter(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name !== 'redis',
    );
    const shared = pods.map((one) => [
      one.metadata.name,
      (one.spec as unknown as { template: { spec: { shareProcessNamespace?: boolean } } }).template.spec
        .shareProcessNamespace,
    ]);
    expect(Object.fromEntries(shared)).toEqual({ api: true, mcp: true });
    const compose = parse(read('compose/compose.yaml'), { merge: true });
    for (const name of ['upgrade', 'api', 'mcp', 'domesday'])
      expect(compose.services[name].init, name).toBe(true);
  });
});

describe('the systemd units', () => {
  it('let each unit of the API override the shared settings, such as the port of its metrics', () => {
    const files = [...read('systemd/domesday-api@.service').matchAll(/^EnvironmentFile=-(.*)$/gm)];
    expect(files.map(([, file]) => file)).toEqual([
      '/etc/domesday/environment',
      '/etc/domesday/environment.%i',
    ]);
  });

  it('run from a link that an upgrade redirects, so that running processes keep the files of their version', () => {
    const steps = read('README.md').split('```sh\n').slice(1);
    const [install, upgrade] = steps.map((step) => step.split('```')[0]!);
    const folder = (step: string | undefined) => /^git clone … (\S+) && cd \1 && npm ci/m.exec(step!)![1]!;
    expect(folder(upgrade)).not.toBe(folder(install));
    expect(install).toContain(`\nln -s ${folder(install)} /opt/domesday `);
    expect(upgrade).toContain(`\nln -sfn ${folder(upgrade)} /opt/domesday `);
    for (const unit of readdirSync(join(deploy, 'systemd')).filter((name) => name.endsWith('.service')))
      expect(read(`systemd/${unit}`)).toMatch(/^ExecStart=\/usr\/bin\/node \/opt\/domesday\/apps\//m);
  });
});

const analyse = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!analyse) console.warn('skipped: units are verified with systemd-analyze, which is not on the PATH');

/** The system calls that a unit allows. Each line adds calls, and a line that begins with ~ removes calls. */
function allowedCalls(unit: string): Set<string> {
  const allowed = new Set<string>();
  for (const [, without, names] of read(`systemd/${unit}`).matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const call of names!.split(' ').flatMap(callsOf)) without ? allowed.delete(call) : allowed.add(call);
  return allowed;
}

function callsOf(name: string): string[] {
  return name.startsWith('@') ? setsOfCalls()[name]!.flatMap(callsOf) : [name];
}

let known_sets: Record<string, string[]> | undefined;

/** The named sets of system calls in systemd, each with its members. */
function setsOfCalls(): Record<string, string[]> {
  if (known_sets) return known_sets;
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter'], { encoding: 'utf8' });
  const blocks = stdout.split(/^(?=@)/m).map((block) => block.split('\n').map((line) => line.trim()));
  known_sets = Object.fromEntries(
    blocks.map(([name, ...members]) => [name!, members.filter((one) => /^@?\w/.test(one))]),
  );
  return known_sets;
}

describe.skipIf(!analyse)('systemd', () => {
  const units = readdirSync(join(deploy, 'systemd')).filter((name) => name.endsWith('.service'));

  it('allows resource calls only to the API, which lowers the priority of the process that answers batches', () => {
    const resources = callsOf('@resources');
    const allowed = units.map((unit) => [unit, resources.filter((call) => allowedCalls(unit).has(call))]);
    expect(resources).toContain('setpriority');
    expect(Object.fromEntries(allowed)).toEqual({
      'domesday-api@.service': ['setpriority'],
      'domesday-mcp.service': [],
      'domesday-update.service': [],
      'domesday-upgrade.service': [],
    });
    for (const unit of units) expect(allowedCalls(unit)).toContain('connect');
  });

  it.each(units)('accepts %s as valid, with an exposure of at most 2.5', (unit) => {
    const folder = mkdtempSync('/tmp/domesday-unit-');
    try {
      // A template is verified as one of its instances; the program need not be installed here.
      const path = join(folder, unit.replace('@.', '@8080.'));
      const text = read(`systemd/${unit}`).replaceAll('/usr/bin/node', '/bin/true');
      writeFileSync(path, text);
      // Units that this one requires must lie in the same folder.
      for (const other of units) {
        if (other !== unit && !other.includes('@'))
          writeFileSync(
            join(folder, other),
            read(`systemd/${other}`).replaceAll('/usr/bin/node', '/bin/true'),
          );
      }
      const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
      const about = verified.stderr.split('\n').filter((line) => line.includes('domesday'));
      expect(about).toEqual([]);
      const rated = spawnSync('systemd-analyze', ['security', '--offline=true', path], { encoding: 'utf8' });
      const level = Number(/exposure level for \S+: ([\d.]+)/.exec(rated.stdout)?.[1]);
      expect(level).toBeLessThanOrEqual(MOST_EXPOSED);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

it('the bill of materials lists every package that runs in a service, with its licence and its hash', () => {
  const root = resolve(deploy, '..');
  const made = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  interface Component {
    name: string;
    version: string;
    purl: string;
    licenses?: object[];
    hashes?: object[];
  }
  const bom = JSON.parse(made.stdout) as { bomFormat: string; components: Component[] };
  expect(bom.bomFormat).toBe('CycloneDX');
  const foreign = bom.components.filter((one) => one.hashes);
  expect(foreign.filter((one) => !one.licenses).map((one) => one.purl)).toEqual([]);
  const listed = new Set(bom.components.map((one) => decodeURIComponent(one.purl).replace(/@[^@]*$/, '')));
  for (const app of ['api', 'mcp', 'cli']) {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'apps', app, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) expect(listed).toContain(`pkg:npm/${name}`);
  }
});

/** Compiler messages for a text, each with its line from 0, with the types of this project. */
function compile(text: string): { line: number; message: string }[] {
  const name = join(import.meta.dirname, 'manifests.made-up.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version) =>
    path === name ? ts.createSourceFile(path, text, version) : readSource(path, version);
  const exists = host.fileExists.bind(host);
  host.fileExists = (path) => path === name || exists(path);
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => ({
    line: file?.fileName === name ? file.getLineAndCharacterOfPosition(start!).line : -1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}
