import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/search.css';
import './styles/home.css';
import './styles/chart.css';
import './styles/valuation.css';
import './styles/map.css';
import './styles/docs.css';
import './styles/print.css';
import './styles/forced-colors.css';
import { type ComponentType, render } from 'preact';
import { toldOf } from './lib/api.ts';
import { keepFocus } from './lib/keep-focus.ts';
import { keepPlace } from './lib/keep-place.ts';
import { keepTranslated } from './lib/keep-translated.ts';
import { enterOnceAPress } from './lib/once-a-press.ts';
import { MissingPart, part } from './lib/part.ts';
import { reloadedWell, reloadOnce } from './lib/reload-once.ts';
import { readSession, session } from './lib/session.ts';
import { whenSignedOut } from './lib/signed-out.ts';
import { pageFor } from './pages.ts';
import { Shell } from './parts/shell.tsx';

const app = document.getElementById('app')!;
const found = pageFor(location.pathname);

// Removes the text for browsers whose scripts do not load.
app.replaceChildren();
keepFocus(app);
keepTranslated(app);
keepPlace();
enterOnceAPress(app);
whenSignedOut(() => {
  render(null, app);
  location.reload();
});

const PATIENCE_MS = 2000;
const slow = setTimeout(
  () =>
    render(
      <p class="page waiting" role="status">
        Waiting for the server …
      </p>,
      app,
    ),
  PATIENCE_MS,
);

Promise.all([part(found.load), readSession()]).then(
  ([page]) => {
    clearTimeout(slow);
    reloadedWell();
    if (session.get()?.signed_in) page.begin?.(found.given);
    const View = page.default as ComponentType<{ given: string }>;
    render(
      <Shell current={found.section}>
        <View given={found.given} />
      </Shell>,
      app,
    );
  },
  (error: Error) => {
    clearTimeout(slow);
    if (error instanceof MissingPart && reloadOnce()) return;
    document.title = 'Not shown – Domesday';
    render(
      <Shell current="">
        <h1>This page cannot be shown at the moment</h1>
        <p role="alert">{toldOf(error)}</p>
        <p>
          <button type="button" class="plain" onClick={() => location.reload()}>
            Try again
          </button>
        </p>
      </Shell>,
      app,
    );
  },
);
