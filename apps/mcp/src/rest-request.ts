import type { ToolTarget } from '@domesday/mcp-tools';
import type { RestRequest } from './upstream.ts';

/** The REST call of a tool: puts each checked argument into path, query or body as the contract says. */
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
  // Tokens cost a model's user money, so sources come in the lean form; svc_api_status gives licences and attributions
  // once.
  query.set('meta', 'lean');
  return {
    method: target.method,
    path: `${path}?${query}`,
    body: target.method === 'post' ? JSON.stringify(body) : undefined,
  };
}
