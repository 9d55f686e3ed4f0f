import type { Schema } from '@domesday/contract';
import { useState } from 'preact/hooks';
import { ask, portal } from '../lib/api.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { session } from '../lib/session.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, day, numbered, words } from '../lib/words.ts';
import { Gap } from '../parts/priced-section.tsx';
import { SignIn } from '../parts/sign-in.tsx';

interface Load {
  id: number;
  dataset: string;
  from: string;
  rows_rejected: number;
  failed: boolean;
}

interface Loads {
  loads: Load[];
  /** The command that loads each dataset. */
  commands: Record<string, string>;
}

/** The loaded datasets: how fresh they are, their licences, and how to close each gap. */
export default function Data() {
  document.title = 'Data – Domesday';
  const signedIn = session.get()?.signed_in ?? false;
  const status = useAnswer(signedIn ? 'status' : null, () => ask('status.get', '/status'));
  const loads = useAnswer(signedIn ? 'loads' : null, () => portal<Loads>('/loads'));
  const known = loads.state === 'answered' ? loads.value : null;
  return (
    <div class="stack">
      <header class="stack-2">
        <h1>Data</h1>
        <p class="lead">
          The datasets that this server has loaded, their sources and licences, and the missing ones.
        </p>
      </header>
      {!signedIn && <SignIn why="Sign in with a key to see the loaded datasets. It costs no credits." />}
      {signedIn && status.state === 'waiting' && <div class="waiting tall-wait">Asking …</div>}
      {status.state === 'refused' && <Gap {...status} />}
      {status.state === 'answered' && (
        <>
          <Summary status={status.value} />
          <Loaded status={status.value} loads={known} />
          <Readiness status={status.value} />
          <Missing status={status.value} loads={known} />
        </>
      )}
    </div>
  );
}

function Summary({ status }: { status: Schema<'Status'> }) {
  const of = (state: string): number => status.datasets.filter((dataset) => dataset.state === state).length;
  return (
    <section class="section" aria-label="Summary">
      <dl class="figures">
        <div>
          <dt>State</dt>
          <dd>
            {words(status.status)}
            <small>version {status.version}</small>
          </dd>
        </div>
        <div>
          <dt>Fresh</dt>
          <dd>{of('fresh')}</dd>
        </div>
        <div>
          <dt>Stale</dt>
          <dd>{of('stale')}</dd>
        </div>
        <div>
          <dt>Not judged</dt>
          <dd>{of('not_judged')}</dd>
        </div>
        <div>
          <dt>Not loaded</dt>
          <dd>{of('missing')}</dd>
        </div>
        <div>
          <dt>Rows served</dt>
          <dd>{count(status.datasets.reduce((sum, dataset) => sum + dataset.rows, 0))}</dd>
        </div>
      </dl>
      {status.how_to_fix && (
        <p class="note">
          Next: <code>{status.how_to_fix}</code>
        </p>
      )}
    </section>
  );
}

const STATES: Record<string, string> = { fresh: 'good', stale: 'caution', missing: 'alert', not_judged: '' };

function Loaded({ status, loads }: { status: Schema<'Status'>; loads: Loads | null }) {
  const loaded = status.datasets.filter((dataset) => dataset.state !== 'missing');
  return (
    <section class="section" aria-labelledby="loaded">
      <h2 id="loaded">Loaded</h2>
      {loaded.length === 0 ? (
        <p class="note">
          Nothing is loaded. This shows what there is to fetch, with sizes and terms:{' '}
          <code>{operatorCommand('country')}</code>
        </p>
      ) : (
        <div class="datasets">
          {loaded.map((dataset) => (
            <Dataset
              key={dataset.id}
              dataset={dataset}
              load={loads?.loads.find((load) => load.dataset === dataset.id)}
              command={loads?.commands[dataset.id]}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function releaseShown({ release, rows, share_pct }: Schema<'ServedRelease'>): string {
  return `${release ?? 'not named'}: ${numbered(rows, 'row')}, ${share_pct} %`;
}

function Dataset({
  dataset,
  load,
  command,
}: {
  dataset: Schema<'DatasetStatus'>;
  load: Load | undefined;
  command: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details class="dataset" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="dataset-name">{dataset.name}</span>
        <span class={`tag ${STATES[dataset.state]}`}>{words(dataset.state)}</span>
        <span class="small muted">{dataset.newest_record ? `to ${day(dataset.newest_record)}` : ''}</span>
        <span class="small figure">{numbered(dataset.rows, 'row')}</span>
        <span class={`small figure ${load?.rows_rejected ? '' : 'muted'}`}>
          {load ? `${count(load.rows_rejected)} refused` : ''}
        </span>
      </summary>
      <dl class="pairs">
        <div>
          <dt>Id</dt>
          <dd>
            <code>{dataset.id}</code>
          </dd>
        </div>
        <div>
          <dt>Nations</dt>
          <dd>{dataset.countries.join(', ')}</dd>
        </div>
        <div>
          <dt>Release</dt>
          <dd>
            {dataset.releases.map(releaseShown).join('; ')}
            {dataset.loaded_at && `, loaded ${day(dataset.loaded_at)}`}
            {dataset.next_expected && `, a newer one is due by ${day(dataset.next_expected)}`}
          </dd>
        </div>
        {dataset.state_reason && (
          <div>
            <dt>Why {words(dataset.state)}</dt>
            <dd>{dataset.state_reason}</dd>
          </div>
        )}
        {load && (
          <div>
            <dt>Last file</dt>
            <dd>{load.from}</dd>
          </div>
        )}
        <div>
          <dt>Licence</dt>
          <dd>{dataset.licence}</dd>
        </div>
        <div>
          <dt>To be shown</dt>
          <dd>{dataset.attribution}</dd>
        </div>
        <div>
          <dt>Read by</dt>
          <dd>{dataset.used_by.join(', ') || 'no operation'}</dd>
        </div>
        {dataset.state === 'stale' && (
          <div>
            <dt>Mended by</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        )}
      </dl>
      {open && load && load.rows_rejected > 0 && <Rejects load={load} />}
    </details>
  );
}

function Rejects({ load }: { load: Load }) {
  const rejects = useAnswer(`rejects ${load.id}`, () =>
    portal<{ rejects: { reason: string; rows: number }[] }>(`/loads/${load.id}/rejects`),
  );
  if (rejects.state !== 'answered') return null;
  return (
    <table class="narrow">
      <caption>
        Refused rows; <code>{operatorCommand(`rejects ${load.dataset}`)}</code> shows them
      </caption>
      <thead>
        <tr>
          <th scope="col">Why</th>
          <th scope="col" class="figure">
            Rows
          </th>
        </tr>
      </thead>
      <tbody>
        {rejects.value.rejects.map((reject) => (
          <tr key={reject.reason}>
            <td>{reject.reason}</td>
            <td class="figure">{count(reject.rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NATIONS = ['England', 'Wales', 'Scotland'] as const;
const READY: Record<string, string> = { full: 'good', partial: 'caution', none: 'alert' };

function Readiness({ status }: { status: Schema<'Status'> }) {
  return (
    <section class="section" aria-labelledby="readiness">
      <header>
        <h2 id="readiness">Readiness</h2>
        <span class="muted">
          full: every dataset it reads is loaded; partial: some, and enough for answers; none: too few for
          any, or not published for the nation
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <div class="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {NATIONS.map((nation) => (
                <th scope="col" key={nation}>
                  {nation}
                </th>
              ))}
              <th scope="col">What mends it</th>
            </tr>
          </thead>
          <tbody>
            {status.operations.map((operation) => (
              <tr key={operation.name}>
                <td>
                  <a href={`/docs/reference/${operation.name}`}>{operation.name}</a>
                </td>
                {NATIONS.map((nation) => (
                  <td key={nation}>
                    <span class={`tag ${READY[operation.ready[nation]]}`}>{operation.ready[nation]}</span>
                  </td>
                ))}
                <td>
                  {operation.how_to_fix ? (
                    <code>{operation.how_to_fix}</code>
                  ) : (
                    <span class="muted">nothing is missing</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Missing({ status, loads }: { status: Schema<'Status'>; loads: Loads | null }) {
  const missing = status.datasets.filter((dataset) => dataset.state === 'missing');
  if (missing.length === 0) return null;
  return (
    <section class="section" aria-labelledby="missing">
      <h2 id="missing">Not loaded</h2>
      <ul class="missing">
        {missing.map((dataset) => (
          <li key={dataset.id}>
            <span>
              {dataset.name}
              <small class="muted"> {dataset.countries.join(', ')}</small>
            </span>
            <code>{loads?.commands[dataset.id]}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
