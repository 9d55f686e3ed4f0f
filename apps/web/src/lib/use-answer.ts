import { useLayoutEffect, useState } from 'preact/hooks';
import type { Refusal } from './api.ts';

export type Answered<Value> =
  | { state: 'waiting' }
  /** `busy` while a newer answer is pending; the last one is shown until then. */
  | { state: 'answered'; value: Value; busy: boolean }
  | { state: 'refused'; error: Refusal | Error; again: () => void };

type Last<Value> = { value: Value } | { error: Refusal | Error } | null;

/** State of a request. It is sent again whenever `key` changes; null sends nothing. */
export function useAnswer<Value>(key: string | null, question: () => Promise<Value>): Answered<Value> {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{ asked: string | null; last: Last<Value> }>({
    asked: null,
    last: null,
  });
  const asked = key === null ? null : `${turn} ${key}`;
  // A layout effect runs before the browser paints, so the request is sent a frame earlier.
  useLayoutEffect(() => {
    if (asked === null) return;
    let current = true;
    question().then(
      (value) => current && setAnswer({ asked, last: { value } }),
      (error) => current && setAnswer({ asked, last: { error } }),
    );
    return () => {
      current = false;
    };
  }, [asked]);
  const { last } = answer;
  const busy = answer.asked !== asked;
  if (last && 'value' in last) return { state: 'answered', value: last.value, busy };
  if (last && !busy) return { state: 'refused', error: last.error, again: () => setTurn(turn + 1) };
  return { state: 'waiting' };
}
