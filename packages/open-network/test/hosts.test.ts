import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { reachableHost } from '../src/hosts.ts';

const loopback = (...addresses: string[]) => ({
  lo: addresses.map((address) => ({ address }) as NetworkInterfaceInfo),
});

it.each([
  ['0.0.0.0', ['127.0.0.1', '::1'], '127.0.0.1'],
  ['::', ['127.0.0.1', '::1'], '127.0.0.1'],
  ['::', ['::1'], '[::1]'],
  ['', ['::1'], '127.0.0.1'],
  ['::1', ['127.0.0.1', '::1'], '[::1]'],
  ['192.0.2.7', ['::1'], '192.0.2.7'],
] as const)('reaches a server that listens on %j of a machine with %j at %s', (host, addresses, reached) => {
  expect(reachableHost(host, loopback(...addresses))).toBe(reached);
});
