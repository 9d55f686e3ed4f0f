import { beforeEach, describe, expect, it } from 'vitest';
import { createUnknownKeyLimit, MOST_UNKNOWN, type UnknownKeyLimit } from '../src/unknown-keys.ts';

describe('unknown API keys', () => {
  let now_ms: number;
  let limit: UnknownKeyLimit;
  beforeEach(() => {
    now_ms = 1_000_000;
    limit = createUnknownKeyLimit(() => now_ms);
  });
  const refused = (address = '192.0.2.1'): number | null => {
    const admitted = limit.admit(address);
    return typeof admitted === 'number' ? admitted : null;
  };
  const guessAll = () => Array.from({ length: MOST_UNKNOWN }, () => refused());

  it('are refused beyond the limit until the end of the window, and admitted after it', () => {
    expect(guessAll()).toEqual(Array(MOST_UNKNOWN).fill(null));
    expect(refused()).toBe(10);
    now_ms += 9001;
    expect(refused()).toBe(1);
    now_ms += 998;
    expect(refused()).toBe(1);
    now_ms += 1;
    expect([...guessAll(), refused()]).toEqual([...Array(MOST_UNKNOWN).fill(null), 10]);
  });

  it('are counted by address, and by network for IPv6', () => {
    guessAll();
    for (let i = 0; i < MOST_UNKNOWN; i++) refused(`2001:db8::${i.toString(16)}`);
    expect([refused('192.0.2.2'), refused(), refused('2001:db8::ffff'), refused('2001:db8:0:1::1')]).toEqual([
      null,
      10,
      10,
      null,
    ]);
  });

  it('are no longer counted if they turn out to be known', () => {
    for (let i = 0; i < 3 * MOST_UNKNOWN; i++) {
      const admitted = limit.admit('192.0.2.1');
      expect(admitted).toBeTypeOf('function');
      (admitted as () => void)();
    }
    expect([...guessAll(), refused()]).toEqual([...Array(MOST_UNKNOWN).fill(null), 10]);
  });

  it('block no address for long if the clock was set back', () => {
    guessAll();
    now_ms -= 3_600_000;
    expect(refused()).toBeNull();
  });
});
