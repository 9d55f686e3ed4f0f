import type { Db } from '@domesday/db';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { hashOf } from '../accounts/secrets.ts';
import type { Clock } from '../http/handler.ts';
import { surely } from '../http/health/database-clock.ts';
import {
  consumeRecord,
  deleteOfGrant,
  deleteRecord,
  keepClient,
  keepGrant,
  recordById,
  saveRecord,
} from './records.query.ts';

/** A registered client that nobody has connected with is deleted after this. */
export const IDLE_CLIENT_S = 86_400;

/**
 * An unclaimed grant ends after this: by then the page of consent and any code have expired. Each refresh token extends
 * the grant to its own expiry.
 */
const UNCLAIMED_GRANT_S = 16 * 60;

/**
 * A refresh token may be reused for this long after its first use. Clients with several calls in flight refresh for
 * each of them when the access token expires, and an answer with new tokens may be lost. Ending the grant then would
 * make people sign in again every hour.
 */
const USED_AGAIN_MS = 30_000;

/** Models of the library whose `accountId` is the id of an API key. */
const KEY_MODELS = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', 'Grant']);

/** Stores the records of the authorization server in PostgreSQL, under the hash of their ids. */
export function createAdapter(db: Db, clock: Clock): (model: string) => Adapter {
  const now = () => clock.now();
  return (model) => ({
    async upsert(id, payload, expires_in_s = IDLE_CLIENT_S) {
      // The id is the code or the token itself, so a reader of the table must not learn it.
      const at = now();
      const { jti: _jti, ...stored_payload } = moved(payload, at.getTime() - Date.now());
      const kept_s = model === 'Grant' ? UNCLAIMED_GRANT_S : expires_in_s;
      const expires_at = new Date(at.getTime() + kept_s * 1000);
      await saveRecord.run(db, {
        model,
        id_hash: hashOf(id),
        payload: JSON.stringify(stored_payload),
        grant_hash: payload.grantId ? hashOf(payload.grantId) : null,
        key_id: KEY_MODELS.has(model) ? (payload.accountId ?? null) : null,
        expires_at,
        now: surely(clock),
      });
      if (model !== 'RefreshToken') return;
      if (payload.clientId) await keepClient.run(db, { id_hash: hashOf(payload.clientId), expires_at });
      if (payload.grantId) await keepGrant.run(db, { id_hash: hashOf(payload.grantId), expires_at });
    },
    async find(id) {
      const found = await recordById.first(db, { model, id_hash: hashOf(id), now: now() });
      if (!found) return undefined;
      const payload = moved(JSON.parse(found.payload), Date.now() - now().getTime());
      if (model !== 'Client') payload.jti = id;
      const again_since = againSince(model, now());
      if (found.consumed_at && !(again_since && found.consumed_at > again_since))
        payload.consumed = Math.floor(found.consumed_at.getTime() / 1000);
      return payload;
    },
    async consume(id) {
      // Of two requests at once, neither saw the code as used; the table lets only one use through.
      const at = now();
      const used = { model, id_hash: hashOf(id), now: at, again_since: againSince(model, at) };
      if ((await consumeRecord.run(db, used)) === 0) throw new errors.InvalidGrant(`${model} already used`);
    },
    async destroy(id) {
      await deleteRecord.run(db, { model, id_hash: hashOf(id), now: now() });
    },
    async revokeByGrantId(grant_id) {
      await deleteOfGrant.run(db, { model, grant_hash: hashOf(grant_id) });
    },
    // Sessions end with their request here, and there is no device flow.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  });
}

/**
 * Shifts the times of a record. The library uses the clock of its machine, and each step of a sign-in may run on
 * another machine: records are stored with the database's time, and returned with the machine's.
 */
function moved(payload: AdapterPayload, by_ms: number): AdapterPayload {
  const moments = ['iat', 'exp', 'iiat'].flatMap((name) => {
    const moment = payload[name];
    return typeof moment === 'number' ? [[name, moment + Math.round(by_ms / 1000)]] : [];
  });
  return { ...payload, ...Object.fromEntries(moments) };
}

/** If the first use was after this moment, a second use is allowed; null where a second use is never allowed. */
function againSince(model: string, now: Date): Date | null {
  return model === 'RefreshToken' ? new Date(now.getTime() - USED_AGAIN_MS) : null;
}
