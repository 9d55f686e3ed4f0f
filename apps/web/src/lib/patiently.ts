const LONGEST_WAIT_S = 10;
const MOST_WAITS = 3;

/**
 * Sends a request again where the rate limit asks for a short wait, so that a small plan is shown a page late and
 * whole.
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
