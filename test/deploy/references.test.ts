import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createMcpServer } from '@domesday/mcp';
import { emptyDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { describe, expect, it } from 'vitest';
import { VIEWS } from '../../apps/api/src/portal/files.ts';
import { manifests } from './manifests.ts';

// Checks the references of manifests to other manifests, to the image and to the servers in it.

interface Container {
  name: string;
  ports?: { name?: string; containerPort: number }[];
  env?: { name: string; value: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}
interface Probe {
  httpGet?: { path: string; port: string };
}
type Labels = Record<string, string>;
interface Policy {
  podSelector: { matchLabels: Labels };
  ingress: { from: { podSelector?: { matchLabels: Labels } }[]; ports: { port: number }[] }[];
}
interface Path {
  path: string;
  pathType: 'Exact' | 'Prefix';
  backend: { service: { name: string; port: { name: string } } };
}

const all = manifests();
const of = <T>(kind: string) =>
  all.filter((one) => one.kind === kind) as unknown as { metadata: { name: string }; spec: T }[];
const pods = of<{
  replicas: number;
  selector: { matchLabels: Labels };
  template: { metadata: { labels: Labels }; spec: { containers: Container[]; volumes?: never[] } };
}>('Deployment').map(({ metadata, spec }) => ({
  name: metadata.name,
  replicas: spec.replicas,
  selector: spec.selector.matchLabels,
  labels: spec.template.metadata.labels,
  container: spec.template.spec.containers[0]!,
  volumes: spec.template.spec.volumes ?? [],
}));
const services = of<{
  selector: Labels;
  ports: { name?: string; port: number; targetPort?: string }[];
}>('Service').map(({ metadata, spec }) => ({ name: metadata.name, ...spec, port: spec.ports[0]! }));
const ingress = of<{
  tls: { hosts: string[] }[];
  rules: { host: string; http: { paths: Path[] } }[];
}>('Ingress')[0]!.spec;
const [cluster] = of('Cluster');

const podOf = (labels: Labels) => pods.find((one) => one.labels.app === labels.app);
const setting = (pod: string, name: string) =>
  pods.find((one) => one.name === pod)!.container.env?.find((one) => one.name === name)?.value;
const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../deploy', path), 'utf8');

/** The service to which the ingress sends a path; null for none. */
function servedBy(path: string): string | null {
  const found = ingress.rules[0]!.http.paths.filter((one) =>
    one.pathType === 'Exact' ? one.path === path : path === one.path || path.startsWith(`${one.path}/`),
  );
  return found[0]?.backend.service.name ?? null;
}

/** A path that matches the pattern of a view: /homes/1 for /^\/homes\/[^/]+$/. */
const examplePath = (pattern: RegExp) =>
  pattern.source
    .replace(/\(\?:.*?\)\?/g, '')
    .replaceAll('[^/]+', '1')
    .replace(/[\\^$]/g, '');

describe('the ingress', () => {
  it('routes every page of the portal and every path that clients request', () => {
    const pages = VIEWS.map(([pattern]) => examplePath(pattern));
    for (const [i, [pattern]] of VIEWS.entries()) expect(pages[i]).toMatch(pattern);
    const files = ['/icon.svg', '/assets/index.js', '/portal/session'];
    const asked = ['/v1/account', '/v1/openapi.json', '/v1/docs', '/health', '/oauth/token'];
    for (const path of [...pages, ...files, ...asked, '/.well-known/oauth-authorization-server'])
      expect([path, servedBy(path)]).toEqual([path, 'api']);
    for (const path of ['/mcp', '/.well-known/oauth-protected-resource/mcp'])
      expect([path, servedBy(path)]).toEqual([path, 'mcp']);
  });

  it.each(['/metrics', '/health/ready', '/healthy'])(
    'does not route %s, which is meant only for the operator',
    (path) => {
      expect(servedBy(path)).toBeNull();
    },
  );

  it('uses ports that its services have', () => {
    for (const { backend } of ingress.rules[0]!.http.paths) {
      const service = services.find((one) => one.name === backend.service.name);
      expect([backend.service.name, service?.port.name]).toEqual([
        backend.service.name,
        backend.service.port.name,
      ]);
    }
  });

  it('has the host name that the API and the MCP server are configured with', () => {
    const host = ingress.rules[0]!.host;
    expect(ingress.tls[0]!.hosts).toEqual([host]);
    expect(setting('api', 'PUBLIC_URL')).toBe(`https://${host}`);
    expect(setting('mcp', 'MCP_ALLOWED_HOSTS')).toBe(host);
  });
});

describe('the manifests', () => {
  it('select pods that exist, and keep one serving while another is replaced', () => {
    for (const pod of pods) expect([pod.name, pod.selector]).toEqual([pod.name, pod.labels]);
    for (const { name, selector } of services) expect([name, podOf(selector)?.name]).toEqual([name, name]);
    for (const { spec } of of<{ minAvailable: number; selector: { matchLabels: Labels } }>(
      'PodDisruptionBudget',
    ))
      expect(podOf(spec.selector.matchLabels)!.replicas).toBeGreaterThan(spec.minAvailable);
  });

  it('address each service at the port on which its container listens', () => {
    for (const { selector, port } of services) {
      const ports = podOf(selector)!.container.ports!;
      const target = port.targetPort
        ? ports.find((one) => one.name === port.targetPort)!.containerPort
        : port.port;
      expect([selector, port.port, ports.map((one) => one.containerPort)]).toEqual([
        selector,
        target,
        expect.arrayContaining([target]),
      ]);
    }
    const image = Object.fromEntries(
      [...read('Dockerfile').matchAll(/\b(API|MCP)_PORT=(\d+)/g)].map(([, name, port]) => [
        name,
        Number(port),
      ]),
    );
    const first = (name: string) => pods.find((one) => one.name === name)!.container.ports![0]!.containerPort;
    expect({ API: first('api'), MCP: first('mcp') }).toEqual(image);
    expect(setting('api', 'METRICS_PORT')).toBe(
      String(pods.find((one) => one.name === 'api')!.container.ports![1]!.containerPort),
    );
    for (const [pod, name] of [
      ['api', 'REDIS_URL'],
      ['mcp', 'API_URL'],
    ] as const) {
      const { hostname, port } = new URL(setting(pod, name)!);
      expect([name, services.find((one) => one.name === hostname)?.port.port]).toEqual([name, Number(port)]);
    }
  });

  it('admit to each pod the ports on which it listens, from pods that exist', () => {
    const loads = { app: 'load' };
    for (const { metadata, spec } of of<Policy>('NetworkPolicy')) {
      for (const selector of [
        spec.podSelector.matchLabels,
        ...spec.ingress.flatMap(({ from }) =>
          from.flatMap((one) => (one.podSelector ? [one.podSelector.matchLabels] : [])),
        ),
      ]) {
        const known =
          podOf(selector) !== undefined ||
          selector.app === loads.app ||
          selector['cnpg.io/cluster'] === cluster!.metadata.name;
        expect([metadata.name, selector, known]).toEqual([metadata.name, selector, true]);
      }
      const pod = podOf(spec.podSelector.matchLabels);
      const open = spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
      if (pod) expect(open).toEqual(pod.container.ports!.map((one) => one.containerPort));
    }
    expect(of<Policy>('NetworkPolicy').map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(pods.map(({ name }) => name)),
    );
  });

  it('read the address of the database from the secret that the database operator creates', () => {
    expect(JSON.stringify(pods.find((one) => one.name === 'api')!.volumes)).toContain(
      `"secretName":"${cluster!.metadata.name}-app"`,
    );
  });

  it('probe paths that the servers answer', async () => {
    const database = await emptyDatabase();
    const api = await startTestApi(database);
    const mcp = createMcpServer({ apiUrl: api.url });
    try {
      const { port } = await mcp.listen();
      const urls: Record<string, string> = { api: new URL(api.url).origin, mcp: `http://127.0.0.1:${port}` };
      for (const { name, container } of pods.filter((one) => one.name in urls))
        for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
          const { path, port } = probe!.httpGet!;
          expect(port).toBe(container.ports![0]!.name);
          // Without data the API is not ready, so its readiness path answers 503.
          const { status } = await fetch(urls[name] + path);
          expect([name, path, status === 200 || (path === '/health/ready' && status === 503)]).toEqual([
            name,
            path,
            true,
          ]);
        }
    } finally {
      await mcp.close();
      await api.close();
      await database.drop();
    }
  });
});
