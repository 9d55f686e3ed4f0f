import { expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

const SOURCES = `"sources":[${'"a source",'.repeat(800)}"the last"],"licences":[]`;

const answer = (home: number, request_id: string, sources = SOURCES) => ({
  text: `{"home":${home},"meta":{"request_id":"${request_id}",${sources},"coverage":[],"warnings":[]}}`,
  content_type: 'application/json',
  headers: {},
  credits: 1,
  question: null,
  paid_once: false,
  release: 'a release',
  notices: [],
});

/** Answers as the server does: from the cache, or with a new answer. */
function asking(answers: ReturnType<typeof createAnswerCache>) {
  let requests = 0;
  return (home: number, sources?: string): 'made' | 'kept' => {
    const request_id = `request ${++requests}`;
    const made = answer(home, request_id, sources);
    const kept = answers.get(String(home), request_id);
    if (kept) expect(kept).toEqual(made);
    else answers.keep(String(home), request_id, made);
    return kept ? 'kept' : 'made';
  };
}

it('caches an answer when it is requested the second time, and returns it with the id of the new request', () => {
  const ask = asking(createAnswerCache(1_000_000));
  expect([1, 1, 1, 2, 2, 2].map((home) => ask(home))).toEqual([
    'made',
    'made',
    'kept',
    'made',
    'made',
    'kept',
  ]);
});

it('caches answers that do not list their sources or contain no request id', () => {
  const answers = createAnswerCache(1_000_000);
  const ask = asking(answers);
  expect([1, 1, 1].map((home) => ask(home, '"fictional":true'))).toEqual(['made', 'made', 'kept']);
  const lean = { ...answer(2, ''), text: '{"home":2}' };
  for (let times = 0; times < 2; times++) answers.keep('lean', 'an id', lean);
  expect(answers.get('lean', 'another id')).toEqual(lean);
});

it('stores once the sources that many cached answers share', () => {
  const ask = asking(createAnswerCache(20 * SOURCES.length));
  const homes = Array.from({ length: 100 }, (_, home) => home);
  for (let times = 0; times < 2; times++) for (const home of homes) ask(home);
  expect(homes.map((home) => ask(home))).toEqual(homes.map(() => 'kept'));
});
