import { DomesdayError } from './errors.ts';

/**
 * A fetch that reports where a redirect led if it made the answer useless. When fetch follows a redirect to another
 * origin, such as from http to https, it drops the key and may change the method to GET. The refusal would then be
 * about a missing key or a method that was never sent.
 */
export function tellingRedirects(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url: asked, method } = request;
    const response = await fetch(request);
    // For example a mock in a test, which has only `ok` and `json`.
    if (typeof response?.arrayBuffer !== 'function')
      throw new DomesdayError('The fetch that the client was given resolves to no Response.', {
        ...{ code: 'unreadable_answer', status: 200 },
      });
    const { redirected, url, status, headers } = response;
    if (!redirected || !url) return response;
    const to = new URL(url);
    const elsewhere = to.origin !== new URL(asked).origin;
    const is_page = headers.get('content-type')?.startsWith('text/html');
    const lost = elsewhere ? !response.ok || is_page : status === 405 && method !== 'GET';
    if (!lost) return response;
    await response.body?.cancel();
    const place = `${to.origin}${to.pathname}`;
    const message = `The server redirects to ${place}. Set baseUrl to the address that answers without a redirect.`;
    throw new DomesdayError(message, { code: 'unreadable_answer', status });
  };
}
