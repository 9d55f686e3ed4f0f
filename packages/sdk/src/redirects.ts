import { DomesdayError } from './errors.ts';

/**
 * A fetch that says where a redirect led, if nothing can come of it: a fetch follows it without the key to another
 * origin, such as from http to https, and as a GET. The refusal there would speak of a key or a method never sent.
 */
export function tellingRedirects(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url: asked, method } = request;
    const response = await fetch(request);
    // Such as a mock of a test gives, with no more than `ok` and `json`.
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
