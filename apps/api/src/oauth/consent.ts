import { createHash } from 'node:crypto';
import { count } from '@domesday/files/counted';
import type { Request, Response } from 'express';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import type { Caller } from '../accounts/callers.ts';
import { createSubKeyOnce, HIGHEST_CAP, MOST_KEYS } from '../accounts/keys.ts';
import { hashOf, hasKeyShape, NO_KEY, pastedKey, UNKNOWN_KEY } from '../accounts/secrets.ts';
import { admitUnknownKey } from '../http/check/unknown-keys.ts';
import type { Services } from '../http/services.ts';
import { shortName } from './client-rules.ts';
import { closedPage, consentPage, policyOf } from './consent-page.ts';
import { SCOPE } from './provider.ts';

const DEFAULT_CAP = '1000';

const TOO_MANY_KEYS = `The account has ${MOST_KEYS} keys, with those revoked in the last day. Revoke one and wait.`;

interface Consent {
  show(req: Request, res: Response): Promise<void>;
  take(req: Request, res: Response): Promise<void>;
}

/** The page on which the holder of a key admits a client. The client gets a sub-key with a cap, never the key. */
export function createConsent(services: Services, provider: Provider, resource: string): Consent {
  const asked = async (req: Request, res: Response): Promise<Interaction | null> => {
    // No cookie, or that of another request: another browser began this request, or it has expired.
    const interaction = await provider.interactionDetails(req, res).catch((error) => {
      if (error instanceof errors.OIDCProviderError) return null;
      throw error;
    });
    if (interaction?.uid === req.params.uid) return interaction;
    sendPage(res, 400, closedPage(), null);
    return null;
  };

  const show = async (res: Response, interaction: Interaction, cap: string, problem: string | null) => {
    const { client_id, redirect_uri } = interaction.params as { client_id: string; redirect_uri: string };
    const client = await provider.Client.find(client_id);
    const page = consentPage({
      client_name: shortName(client?.clientName ?? ''),
      client_host: client_id.startsWith('https:') ? (URL.parse(client_id)?.host ?? null) : null,
      redirect_uri,
      action: `/oauth/consent/${interaction.uid}`,
      cap,
      problem,
    });
    sendPage(res, problem ? 422 : 200, page, redirect_uri);
  };

  const letIn = async (interaction: Interaction, caller: Caller, monthly_cap: number | null) => {
    const client_id = String(interaction.params.client_id);
    const client = await provider.Client.find(client_id);
    const label = shortName(client?.clientName ?? '');
    // If the button is pressed twice at once, both requests belong to one interaction, so to one key and one grant.
    const id = uuidOf(interaction.uid);
    const made = await createSubKeyOnce(services.db, services.clock.now(), caller, {
      id,
      label,
      monthly_cap,
    });
    if (!made) return null;
    const grant = new provider.Grant({ accountId: id, clientId: client_id });
    grant.jti = interaction.uid;
    grant.addResourceScope(resource, SCOPE);
    return { accountId: id, grantId: await grant.save() };
  };

  return {
    async show(req, res) {
      const interaction = await asked(req, res);
      if (interaction) await show(res, interaction, DEFAULT_CAP, null);
    },
    async take(req, res) {
      const interaction = await asked(req, res);
      if (!interaction) return;
      // Pressed again before the browser was redirected: the first press has created a key, and a second must not.
      if (interaction.result) return provider.interactionFinished(req, res, interaction.result);
      const { key, cap, decision } = formOf(req.body);
      if (decision !== 'allow') {
        const error_description = 'The holder of the key refused.';
        return provider.interactionFinished(req, res, { error: 'access_denied', error_description });
      }
      const limit = capOf(cap);
      if (limit === undefined) {
        return show(
          res,
          interaction,
          cap,
          `The limit must be a whole number of credits up to ${count(HIGHEST_CAP)}, or empty.`,
        );
      }
      const caller = await holderOf(services, req, key);
      if (typeof caller === 'string') return show(res, interaction, cap, caller);
      const entered = await letIn(interaction, caller, limit);
      if (!entered) return show(res, interaction, cap, TOO_MANY_KEYS);
      const { accountId, grantId } = entered;
      await provider.interactionFinished(req, res, {
        login: { accountId, remember: false },
        consent: { grantId },
      });
    },
  };
}

/** The caller whose key was pasted, or a sentence that says why the key cannot be used. */
async function holderOf(services: Services, req: Request, pasted: string): Promise<Caller | string> {
  const key = pastedKey(pasted);
  if (!hasKeyShape(key)) return NO_KEY;
  const caller = await services.callers.find(hashOf(key), () => admitUnknownKey(services, req));
  if (!caller) return UNKNOWN_KEY;
  if (caller.parent_id !== null)
    return 'This is a sub-key, which cannot have keys of its own. Paste the key of the account.';
  return caller;
}

function formOf(body: unknown): { key: string; cap: string; decision: string } {
  const fields = (body ?? {}) as Record<string, unknown>;
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return { key: text('key'), cap: text('cap').slice(0, 20), decision: text('decision') };
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Null for no cap; undefined if the text is not a valid number of credits. */
function capOf(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,10}$/.test(text) && Number(text) <= HIGHEST_CAP ? Number(text) : undefined;
}

function sendPage(res: Response, status: number, html: string, redirect_uri: string | null): void {
  res.status(status).setHeader('Content-Security-Policy', policyOf(redirect_uri));
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(html);
}
