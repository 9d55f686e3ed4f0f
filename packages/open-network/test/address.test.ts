import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressOf, networkOf, readTrustedProxies, trustIn } from '../src/address.ts';
import { createBatchSlots, createBodySlots, createFileSlots, createSlots } from '../src/slots.ts';

/** The holder for a key that no client created. */
const of = (key: string) => ({ key, parent: key });

const from = (remoteAddress: string, forwarded: string | undefined, proxies: string[]) =>
  addressOf(
    { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    trustIn(proxies),
  );

describe('the address of a request', () => {
  it.each([
    ['a client that is no proxy cannot name another address', '203.0.113.9', '127.0.0.1', '203.0.113.9'],
    ['a trusted proxy names its client', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
    [
      'only the last address from a proxy that appends is believed',
      '10.0.0.2',
      '127.0.0.1, 203.0.113.9',
      '203.0.113.9',
    ],
    ['two trusted proxies in a row', '10.0.0.2', '203.0.113.9, 10.0.0.3', '203.0.113.9'],
    ['a proxy elsewhere that names its own machine is one client', '10.0.0.2', '127.0.0.1', '10.0.0.2'],
    ['a trusted proxy that names nobody is one client', '10.0.0.2', undefined, '10.0.0.2'],
    ['this machine has no limit', '127.0.0.1', undefined, null],
    ['this machine, as a dual-stack socket gives it', '::ffff:127.0.0.1', undefined, null],
    ['an address as a dual-stack socket gives it', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
  ])('%s', (_what, remote, forwarded, address) => {
    expect(from(remote, forwarded, ['10.0.0.0/8'])).toBe(address);
  });

  it('is never longer than an address can be', () => {
    expect(from('10.0.0.2', 'x'.repeat(9000), ['10.0.0.0/8'])!.length).toBeLessThanOrEqual(45);
  });

  it('counts an IPv6 network of 64 bits as one address', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  });

  it.each([
    ['2001:db8::1', '2001:db8::2', '2001:db8::a:b:c:d', '2001:DB8:0:0:1:2:3:4', '2001:0db8::'],
    ['2001:db8:1::7', '2001:db8:1::1:2:3:4', '2001:db8:1:0:1:2:3:4'],
    ['fe80::1%eth0', 'fe80::2'],
  ])('counts an IPv6 network as one address however its addresses are shortened: %s', (first, ...others) => {
    const network = networkOf(first);
    for (const other of others) expect([other, networkOf(other)]).toEqual([other, network]);
    // The network of a network is itself.
    expect(networkOf(network)).toBe(network);
  });

  it('distinguishes networks and IPv4 addresses, also as a dual-stack socket gives them', () => {
    const addresses = [
      '2001:db8::1',
      '2001:db8:0:1::1',
      '2001:db8:1::1',
      '::ffff:203.0.113.9',
      '::ffff:203.0.113.8',
    ];
    expect(new Set(addresses.map(networkOf)).size).toBe(addresses.length);
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });
});

it('limits the callers of a proxy on this machine by their addresses, even if only proxies elsewhere are named', () => {
  const { proxies } = readTrustedProxies('10.0.0.2') as { proxies: string[] };
  expect(from('127.0.0.1', '203.0.113.9, 10.0.0.2', proxies)).toBe('203.0.113.9');
  expect(from('::1', '203.0.113.9', proxies)).toBe('203.0.113.9');
  expect(from('127.0.0.1', undefined, proxies)).toBeNull();
  expect(from('198.51.100.7', '203.0.113.9', proxies)).toBe('198.51.100.7');
});

it('accepts addresses, networks and names of networks as proxies, and names an invalid one', () => {
  expect(readTrustedProxies('uniquelocal, 10.0.0.0/8,::1')).toEqual({
    proxies: ['loopback', 'uniquelocal', '10.0.0.0/8', '::1'],
  });
  for (const wrong of [
    'everybody',
    '10.0.0.0/33',
    '300.1.1.1',
    '10.0.0.0/',
    '10.0.0.0/255.0.0.0',
    '0x0a000001',
  ])
    expect(readTrustedProxies(wrong)).toEqual({ problem: expect.stringContaining(wrong) });
  expect(readTrustedProxies(undefined)).toBeNull();
});

it.each(['0.0.0.0/0', '::/0', '::/00', 'fe80::1%eth0', 'loopback/8'])(
  'reads a proxy or names it as invalid, and never throws: %s',
  (proxy) => {
    const read = readTrustedProxies(proxy);
    if (read && 'proxies' in read) expect(() => trustIn(read.proxies)).not.toThrow();
    else expect(read).toEqual({ problem: expect.stringContaining(JSON.stringify(proxy)) });
  },
);

describe('slots', () => {
  it('go at most half to one key and at most three quarters to one address', () => {
    const slots = createSlots(8);
    const ofKey = Array.from({ length: 5 }, () => slots.take(of('a'), '203.0.113.9'));
    expect(ofKey.at(-1)).toBe('key');
    const ofAddress = Array.from({ length: 3 }, () => slots.take(of('b'), '203.0.113.9'));
    expect(ofAddress.at(-1)).toBe('address');
    expect(slots.in_use).toBe(6);
  });

  it('are shared by the addresses of one IPv6 network', () => {
    const slots = createSlots(8);
    const taken = Array.from({ length: 7 }, (_, i) => slots.take(of(`key ${i}`), `2001:db8::${i + 1}`));
    expect(taken.at(-1)).toBe('address');
    expect(typeof slots.take(of('key 7'), '2001:db8:0:1::1')).toBe('object');
  });

  it('are free for other keys once the answer is ready, and for the same key once the answer was read', () => {
    const slots = createSlots(4);
    const unread = ['a', 'a', 'b', 'b'].map(
      (key) => slots.take(of(key), null) as { answered(): void; free(): void },
    );
    expect(slots.take(of('c'), null)).toBe('all');
    for (const place of unread) place.answered();
    expect(slots.in_use).toBe(0);
    expect(slots.take(of('a'), null)).toBe('key');
    expect(typeof slots.take(of('c'), null)).toBe('object');
    unread[0]!.free();
    unread[0]!.free();
    expect(typeof slots.take(of('a'), null)).toBe('object');
    expect(slots.take(of('a'), null)).toBe('key');
    expect(slots.in_use).toBe(2);
  });

  it.each([
    ['batches', createBatchSlots],
    ['bodies', createBodySlots],
    ['files', createFileSlots],
  ])('for %s, which a client may hold for long, are never all held by a few accounts', (_, create) => {
    const slots = create();
    for (let i = 0; i < 400; i++)
      for (const family of 'abcdefgh')
        slots.take({ key: `${family}${i % 50}`, parent: family }, `203.${i % 50}.113.9`);
    expect(typeof slots.take(of('another'), '192.0.2.1')).toBe('object');
  });
});
