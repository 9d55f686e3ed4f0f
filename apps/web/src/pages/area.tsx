import { useEffect } from 'preact/hooks';
import { portal } from '../lib/api.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { session } from '../lib/session.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, money } from '../lib/words.ts';
import { Accuracy } from '../parts/accuracy.tsx';
import { AreaMap } from '../parts/area-map.tsx';
import { AreaPrices, Compared, PricesByType } from '../parts/area-prices.tsx';
import { Profile } from '../parts/area-profile.tsx';
import { AreaRents } from '../parts/area-rents.tsx';
import { Authority, type AuthorityFacts } from '../parts/authority.tsx';
import { Comparison } from '../parts/comparison.tsx';
import { Gap } from '../parts/priced-section.tsx';
import { SignIn } from '../parts/sign-in.tsx';

interface OutcodeFacts {
  kind: 'outcode';
  /** Whether a build has computed the prices of sectors. */
  priced: boolean;
  authorities: { code: string; name: string | null }[];
  centre: { lat: number; lng: number } | null;
  bounds: [lng: number, lat: number][] | null;
  sectors: { sector: string; n: number; median: number }[];
}

const OUTCODE = /^[A-Z]{1,2}\d[A-Z\d]?$/;
const AUTHORITY = /^[EWS]\d{8}$/;
const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?) ?\d(?:[A-Z]{2})?$/;

/** An outcode or an authority: prices, rents, listings and residents. */
export default function Area({ given }: { given: string }) {
  const code = given.trim().toUpperCase();
  const possible = OUTCODE.test(code) || AUTHORITY.test(code);
  const signedIn = (session.get()?.signed_in ?? false) && possible;
  const facts = useAnswer(signedIn ? code : null, () =>
    portal<OutcodeFacts | AuthorityFacts>(`/areas/${code}`),
  );
  document.title = `${code} – Domesday`;
  useEffect(openOnPaper, []);
  if (!possible) return <NoArea code={code} />;
  return (
    <div class="stack">
      {!signedIn && (
        <>
          <h1>Area {code}</h1>
          <SignIn why="The figures of an area cost a few credits, so sign in first." />
        </>
      )}
      {signedIn && facts.state === 'waiting' && (
        <div class="waiting tall-wait" role="status">
          Asking …
        </div>
      )}
      {facts.state === 'refused' && (
        <>
          <h1>Area {code}</h1>
          <Gap {...facts} />
        </>
      )}
      {facts.state === 'answered' &&
        (facts.value.kind === 'outcode' ? (
          <Outcode code={code} facts={facts.value} />
        ) : (
          <Authority code={code} facts={facts.value} />
        ))}
    </div>
  );
}

/** Opens the folded sources and warnings for printing; not every browser prints folded content. */
function openOnPaper(): () => void {
  let opened: HTMLDetailsElement[] = [];
  const turn = (open: boolean): void => {
    if (open) opened = [...document.querySelectorAll<HTMLDetailsElement>('.basis details:not([open])')];
    for (const details of opened) details.open = open;
  };
  const before = (): void => turn(true);
  const after = (): void => turn(false);
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}

function NoArea({ code }: { code: string }) {
  const outcode = POSTCODE.exec(code)?.[1];
  return (
    <div class="stack">
      <h1>No area has this name</h1>
      <p class="note">
        <code>{code}</code> is neither an outcode, such as XE1, nor the code of an authority.
      </p>
      <p>{outcode ? <a href={`/areas/${outcode}`}>Area {outcode}</a> : <a href="/">Search for a place</a>}</p>
    </div>
  );
}

function Outcode({ code, facts }: { code: string; facts: OutcodeFacts }) {
  const place = `outcode=${code}`;
  return (
    <>
      <header class="stack-2">
        <h1>Area {code}</h1>
        <p class="row muted">
          {facts.authorities.map((authority) => (
            <a key={authority.code} href={`/areas/${authority.code}`}>
              {authority.name ?? authority.code}
            </a>
          ))}
          <a href={`/docs/reference/prices.market`}>The same over the API</a>
        </p>
      </header>
      <AreaPrices place={place} />
      <PricesByType place={place} />
      <Comparison
        code={code}
        of={{
          what: 'outcode',
          example: 'the first half of a postcode, such as XE2',
          pattern: OUTCODE,
          draw: (codes) => <Compared codes={codes} />,
        }}
      />
      <section class="section" aria-labelledby="sectors">
        <header>
          <h2 id="sectors">Price by postcode sector</h2>
          <span class="muted">median of the two years to the newest loaded sale, five sales or more</span>
        </header>
        <div class="two">
          <AreaMap centre={facts.centre} bounds={facts.bounds} />
          <Sectors
            sectors={facts.sectors}
            priced={facts.priced}
            scottish={facts.authorities.every((authority) => authority.code.startsWith('S'))}
          />
        </div>
      </section>
      <AreaRents of={{ outcode: code }} />
      <section class="section" aria-labelledby="accuracy">
        <h2 id="accuracy">How far valuations are off here</h2>
        <Accuracy area={code} />
      </section>
      <Profile of={{ outcode: code }} />
    </>
  );
}

function Sectors({
  sectors,
  priced,
  scottish,
}: Pick<OutcodeFacts, 'sectors' | 'priced'> & { scottish: boolean }) {
  if (sectors.length === 0 && scottish)
    return <p class="note">Sale prices are not open data in Scotland, so no sector has a median.</p>;
  if (sectors.length === 0)
    return (
      <p class="note">
        {priced ? (
          'No sector has five sales here in those two years.'
        ) : (
          <>
            No prices are built. With Price Paid Data loaded, <code>{operatorCommand('build')}</code> makes
            these figures.
          </>
        )}
      </p>
    );
  const most = Math.max(...sectors.map((sector) => sector.median));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Sector</th>
          <th scope="col" class="figure">
            Median
          </th>
          <th scope="col">
            <span class="hidden">Beside the others</span>
          </th>
          <th scope="col" class="figure">
            Sales
          </th>
        </tr>
      </thead>
      <tbody>
        {sectors.map((sector) => (
          <tr key={sector.sector}>
            <td>{sector.sector}</td>
            <td class="figure">{money(sector.median)}</td>
            <td>
              <meter min={0} max={most} value={sector.median} aria-label={`${sector.sector}, median`} />
            </td>
            <td class="figure">{count(sector.n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
