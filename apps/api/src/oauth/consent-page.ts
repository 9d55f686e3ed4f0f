import { createHash } from 'node:crypto';
import { escapeHtml } from '../http/forms/escape-html.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --quiet: #4d5560; --line: #8a929c; --accent: #0b57a4; --bad: #a3170f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceff2; --paper: #15181c; --quiet: #b3bbc4; --line: #7d8690; --accent: #8dc0f7; --bad: #ff9d94; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
input { width: 100%; margin-top: 0.25rem; padding: 0.6rem; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); color: var(--ink); font: inherit; }
.quiet { margin: 0.25rem 0 0; color: var(--quiet); font-size: 0.9rem; }
.bad { border-left: 4px solid var(--bad); padding-left: 0.75rem; color: var(--bad); }
button { margin: 1.75rem 0.75rem 0 0; padding: 0.65rem 1.25rem; border: 1px solid var(--accent); border-radius: 4px; background: var(--paper); color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.first { background: var(--accent); color: var(--paper); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
/** On a slow connection, a second press would abort the answer to the first, which leads back to the client. */
const SCRIPT = `
let sent = -Infinity;
addEventListener('submit', (event) => {
  if (event.timeStamp - sent < 10000) event.preventDefault();
  else sent = event.timeStamp;
});
`;
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const STYLE_HASH = hashOf(STYLE);
const SCRIPT_HASH = hashOf(SCRIPT);

/**
 * The Content-Security-Policy of the page: it may only send its form to this server, and be redirected from there to
 * the client. Browsers apply form-action to that redirect too.
 */
export function policyOf(redirect_uri: string | null): string {
  const url = redirect_uri === null ? null : URL.parse(redirect_uri);
  const back = url ? ` ${url.origin === 'null' ? url.protocol : url.origin}` : '';
  return [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `script-src ${SCRIPT_HASH}`,
    `form-action 'self'${back}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface ConsentView {
  client_name: string;
  /** Host of the client's own document; null if the client registered itself, under a name of its own choosing. */
  client_host: string | null;
  redirect_uri: string;
  action: string;
  cap: string;
  /** What was wrong with the previous attempt; null at first. */
  problem: string | null;
}

export function consentPage(view: ConsentView): string {
  const name = escapeHtml(view.client_name);
  const known = view.client_host
    ? `It is described at <strong>${escapeHtml(view.client_host)}</strong>.`
    : 'It gave itself this name, which nobody has checked.';
  const problem = view.problem
    ? `<p class="bad" role="alert" id="problem">${escapeHtml(view.problem)}</p>`
    : '';
  return page(
    `Let ${name} use your account?`,
    `<p>${name} asks to look up property data here and to spend credits of your account.
      ${known} The answer goes to <strong>${escapeHtml(hostOf(view.redirect_uri))}</strong>.</p>
    ${problem}
    <form method="post" action="${escapeHtml(view.action)}">
      <label for="key">Your API key</label>
      <input id="key" name="key" type="password" autocomplete="current-password" spellcheck="false" maxlength="100" required aria-describedby="key-hint">
      <p class="quiet" id="key-hint">It begins with svc_live_ or svc_test_. The client never sees it, and it is not
        kept: the client gets a sub-key of its own, which you can cap or revoke on your account page.</p>
      <label for="cap">Credits a month at most</label>
      <input id="cap" name="cap" type="text" inputmode="numeric" maxlength="10" value="${escapeHtml(view.cap)}" aria-describedby="cap-hint">
      <p class="quiet" id="cap-hint">A whole number. Leave it empty for no limit but those of your key and account.</p>
      <button class="first" name="decision" value="allow">Allow</button>
      <button name="decision" value="deny" formnovalidate>Refuse</button>
    </form>
    <script>${SCRIPT}</script>`,
  );
}

export function errorPage(message: string): string {
  return page(
    'The connection was not made',
    `<p>${escapeHtml(message)}</p><p>Go back to your client and connect again.</p>`,
  );
}

/** The page for a request that is no longer open. The server cannot tell which of the three reasons applies. */
export function closedPage(): string {
  return page(
    'This request is no longer open',
    `<p>It was answered already, it has expired, or another browser began it.</p>
    <p>If your client is not connected, go back to it and connect again.</p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Domesday</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`;
}

/** Where the answer goes, in words for a person. */
function hostOf(address: string): string {
  const host = URL.parse(address)?.hostname ?? '';
  return ['localhost', '127.0.0.1', '[::1]'].includes(host)
    ? 'a program on your own machine'
    : host || address;
}
