import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { spent, toldOf } from '../lib/api.ts';
import { session, signOut } from '../lib/session.ts';
import { useSignal } from '../lib/signal.ts';
import { count, credits } from '../lib/words.ts';

const SECTIONS = [
  ['/', 'Search'],
  ['/map', 'Map'],
  ['/data', 'Data'],
  ['/docs', 'Docs'],
  ['/account', 'Account'],
] as const;

/** The frame of every page. */
export function Shell({ current, children }: { current: string; children: ComponentChildren }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page, as its address says. */}
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="bar">
        <div class="bar-in">
          <a class="brand" href="/">
            <Mark />
            Domesday
          </a>
          <nav aria-label="Main">
            <ul>
              {SECTIONS.map(([href, name]) => (
                <li key={href}>
                  <a href={href} aria-current={current === href ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Spending />
        </div>
      </header>
      <main class="page" id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <div class="foot-in">
          <span>Each answer names its sources and their licences.</span>
          <a href="/data">Data and licences</a>
          <a href="/v1/openapi.json">Contract</a>
          {session.get()?.signed_in && <SignOut />}
        </div>
      </footer>
    </>
  );
}

/** Does not change the address, whose fragment on the map page holds the position and layers. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')!.focus();
}

function SignOut() {
  const [said, setSaid] = useState('');
  const end = (event: MouseEvent): void => {
    event.preventDefault();
    setSaid('');
    signOut().catch((error: Error) => setSaid(`You are still signed in. ${toldOf(error)}`));
  };
  return (
    <>
      <a href="/" onClick={end}>
        Sign out
      </a>
      <span role="alert">{said}</span>
    </>
  );
}

/** Cost of the page so far, and the credits left. */
function Spending() {
  const { charged, price } = useSignal(spent);
  const read = useSignal(session);
  if (!read) return null;
  if (!read.signed_in) {
    return (
      <p class="session">
        <a href="/account">Sign in with a key</a>
      </p>
    );
  }
  if (read.key?.mode === 'test') {
    return (
      <p class="session">
        Test key, nothing is deducted
        <br />
        this page: {price > 0 && 'at most '}
        {credits(price)} with a live key
      </p>
    );
  }
  return (
    <p class="session" role="status">
      This page: {credits(charged)}
      <br />
      {count(read.credits?.remaining ?? 0)} left this month
    </p>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="6" fill="var(--accent)" />
      <path
        d="M9 7h7.2c5 0 8.3 3.5 8.3 9s-3.3 9-8.3 9H9zm4 3.6v10.8h2.8c2.9 0 4.6-2 4.6-5.4s-1.7-5.4-4.6-5.4z"
        fill="var(--accent-ink)"
      />
    </svg>
  );
}
