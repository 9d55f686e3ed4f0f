import { priceOf } from '../lib/api.ts';
import { later } from '../lib/later.ts';
import { mapFacts } from '../lib/map-facts.ts';
import { session } from '../lib/session.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { credits } from '../lib/words.ts';
import { SearchBox } from '../parts/search-box.tsx';
import { SignIn } from '../parts/sign-in.tsx';

/** The start page: search, and links to everything else. */
export default function Start() {
  document.title = 'Domesday: property data of Great Britain';
  const signedIn = session.get()?.signed_in;
  return (
    <div class="stack">
      <div class="opening">
        <h1>Every home, from the publishers' own files</h1>
        <p class="lead">
          Addresses, sale prices, values, rents, risks and planning of England, Wales and Scotland. Each
          figure tells where it comes from; each gap tells why.
        </p>
        {signedIn ? (
          <div class="stack-2">
            <SearchBox />
            <p class="small muted">
              A search costs {credits(priceOf('addresses.search'))} once you pause, opening a home{' '}
              {credits(priceOf('properties.get') + priceOf('valuations.sale'))} and an outcode{' '}
              {credits(priceOf('prices.market'))}, as over the API; a home or an outcode opened again in this
              tab within ten minutes costs nothing.
            </p>
            <Places />
          </div>
        ) : (
          <SignIn why="Searching asks the API, which wants to know whose credits it spends." />
        )}
      </div>
      <ul class="cards">
        {CARDS.map(([href, title, text]) => (
          <li class="card" key={href}>
            <h2 class="card-title">
              <a href={href}>{title}</a>
            </h2>
            <p class="muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Example places for visitors who know no address, as in the fictional country. */
function Places() {
  const facts = useAnswer('places', async () => {
    await later();
    return mapFacts();
  });
  if (facts.state === 'refused') return null;
  const { fictional = false, areas = [] } = facts.state === 'answered' ? facts.value : {};
  const busiest = areas.slice(0, 3);
  return (
    <p class="small row places">
      {fictional && (
        <>
          <span class="muted">The country is made up. For example:</span>
          <a href="/homes/998000000005">9 Quaxley Street</a>
        </>
      )}
      {busiest.map(({ outcode }) => (
        <a key={outcode} href={`/areas/${outcode}`}>
          Area {outcode}
        </a>
      ))}
    </p>
  );
}

const CARDS = [
  [
    '/addresses',
    'A list of addresses',
    'The homes and values of a CSV file of addresses, with the price shown first.',
  ],
  ['/docs/guides/first-call', 'First call', 'From a key to an answer in three minutes, with curl.'],
  [
    '/docs/reference',
    'Reference',
    'Every operation with a form that sends it, the call in curl, TypeScript and Python, and an answer to compare with.',
  ],
  ['/docs/guides/agents', 'Agents', 'The same operations as tools over the Model Context Protocol.'],
  ['/data', 'Data', 'The loaded datasets, their age and licence, and how to load the missing ones.'],
  ['/account', 'Account', 'Credits, usage by day and operation, keys and sub-keys.'],
  ['/map', 'Map', 'Sales, prices, designations, flood zones, schools and stops.'],
] as const;
