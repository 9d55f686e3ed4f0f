import type { ToolTarget } from '@domesday/mcp-tools';
import { restError } from './error-text.ts';
import type { Answer, NoAnswer, RestRequest } from './upstream.ts';

const LEAN = { name: 'meta', value: 'lean' };

/** The REST call of a tool, with each checked argument in path, query or body as in the contract. */
export function restRequest(target: ToolTarget, values: Record<string, unknown>): RestRequest {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path = target.path;
  for (const [name, value] of Object.entries(values)) {
    switch (target.places[name]) {
      case 'path':
        path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
        break;
      case 'query_list':
        if ((value as unknown[]).length) query.set(name, (value as unknown[]).join(','));
        break;
      case 'query_json':
        query.set(name, JSON.stringify(value));
        break;
      case 'body':
        body[name] = value;
        break;
      default:
        query.set(name, String(value));
    }
  }
  // The user of a model pays for tokens, so sources come in the lean form; svc_api_status gives licences and
  // attributions once.
  query.set(LEAN.name, LEAN.value);
  return {
    method: target.method,
    path: `${path}?${query}`,
    body: target.method === 'post' ? JSON.stringify(body) : undefined,
  };
}

/**
 * Whether the answer is from a REST layer of 1.1.0, which has no lean form. This server may run beside one during an
 * upgrade.
 */
export function lacksLean(answer: Answer | NoAnswer): boolean {
  return (
    answer.status === 422 && Boolean(restError(answer.text)?.details.some(({ field }) => field === LEAN.name))
  );
}

export function withoutLean(request: RestRequest): RestRequest {
  const [path, query] = request.path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete(LEAN.name);
  return { ...request, path: `${path}?${parameters}` };
}
