import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from './api.ts';

export type Answered<Value> =
  | { state: 'waiting' }
  | { state: 'answered'; value: Value }
  | { state: 'refused'; error: Refusal | Error };

/** State of a request. It is sent again whenever `key` changes; null sends nothing. */
export function useAnswer<Value>(key: string | null, question: () => Promise<Value>): Answered<Value> {
  const [answer, setAnswer] = useState<{ key: string | null; is: Answered<Value> }>({
    key: null,
    is: { state: 'waiting' },
  });
  useEffect(() => {
    if (key === null) return;
    let current = true;
    question().then(
      (value) => current && setAnswer({ key, is: { state: 'answered', value } }),
      (error) => current && setAnswer({ key, is: { state: 'refused', error } }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return answer.key === key ? answer.is : { state: 'waiting' };
}
