const LONGEST_WAIT_S = 10;
const MOST_WAITS = 3;

/**
 * Repeats a request after a short wait that the rate limit asks for, so that with a small plan a page is complete, if
 * late.
 */
export async function patiently(request: () => Promise<Response>): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await request();
    const wait_s = Number(response.headers.get('retry-after'));
    if (response.status !== 429 || waits === MOST_WAITS || !(wait_s > 0 && wait_s <= LONGEST_WAIT_S))
      return response;
    await new Promise((go) => setTimeout(go, wait_s * 1000));
  }
}
