/**
 * The body of an answer of the server, also of one that refuses. Throws where it is not the server's own: a proxy in front
 * of it answers with a page, or with JSON of another form.
 */
// biome-ignore lint/suspicious/noExplicitAny: the caller knows what it asked for.
export async function bodyOf(response: Response): Promise<any> {
  const body = parsed(await response.text());
  if (response.ok ? body !== undefined : body?.error?.message) return body;
  throw new Error(`A proxy in front of the server answered with status ${response.status}.`);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
