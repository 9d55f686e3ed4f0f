import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from './front.ts';
import { authorization, codeFor, openScene, type Scene, tokenOf } from './hosted-client.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

/** While `work` runs, the database has no table of OAuth, like one that is being restored. */
async function without<T>(work: () => Promise<T>): Promise<T> {
  const { db } = scene.database;
  await db.query('alter table oauth_records rename to away');
  try {
    return await work();
  } finally {
    await db.query('alter table away rename to oauth_records');
  }
}

it('asks clients to try again while the database is away, and loses no token, key or page', async () => {
  const { hosted } = scene;
  const code = await codeFor(scene);
  const { client_id } = code;
  const { body: first } = await tokenOf(scene, code);
  const renewal = { grant_type: 'refresh_token', refresh_token: first.refresh_token!, client_id };
  const address = await authorization(scene);
  const browser = new Browser();
  const begun = await browser.ask(address);
  const page = new URL(begun.headers.get('location')!, address).href;
  const post = (path: string, form: Record<string, string>) =>
    fetch(hosted.origin + path, { method: 'POST', body: new URLSearchParams(form) });
  const asked = await without(async () => [
    await post('/oauth/token', renewal),
    await post('/oauth/revoke', { token: first.access_token!, client_id }),
    await new Browser().ask(address),
    await browser.ask(page),
  ]);
  expect(asked.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array(4).fill([503, '2']),
  );
  const [renewed, revoked, ...pages] = asked;
  for (const answer of [renewed!, revoked!])
    expect(await answer.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('Try again'),
    });
  for (const answer of pages)
    expect(await answer.text()).toContain('The database cannot answer at the moment');
  expect((await browser.ask(page)).status).toBe(200);
  expect((await tokenOf(scene, renewal)).status).toBe(200);
});
