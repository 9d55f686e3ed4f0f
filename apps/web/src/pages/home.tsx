import type { Schema } from '@domesday/contract';
import { ask, priceOf } from '../lib/api.ts';
import { pressingUntil } from '../lib/later.ts';
import { session } from '../lib/session.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { address, credits, words } from '../lib/words.ts';
import { Comparables } from '../parts/comparables.tsx';
import { HomeMap } from '../parts/home-map.tsx';
import { Planning, RentAndYield, Risks, Schools } from '../parts/home-surroundings.tsx';
import { PriceHistory, RegisteredSales } from '../parts/price-history.tsx';
import { Gap, PricedSection } from '../parts/priced-section.tsx';
import { Printed } from '../parts/printed.tsx';
import { HomeRecord } from '../parts/record.tsx';
import { SignIn } from '../parts/sign-in.tsx';
import { Value } from '../parts/value.tsx';

const OPENING = priceOf('properties.get') + priceOf('valuations.sale');
const UPRN = /^\d{1,12}$/;
const recordOf = (uprn: string): string => `/properties/${uprn}?include=provenance,history`;
const valuationOf = (uprn: string): string => `/valuations/${uprn}/sale?include=evidence`;

/** Requests the value at once, without waiting for the record. */
export function begin(given: string): void {
  if (!UPRN.test(given)) return;
  pressingUntil(ask('properties.get', recordOf(given)));
  pressingUntil(ask('valuations.sale', valuationOf(given)));
}

/** Everything known about one home, at a permanent address. */
export default function Home({ given }: { given: string }) {
  const uprn = given.trim();
  const possible = UPRN.test(uprn);
  const signedIn = (session.get()?.signed_in ?? false) && possible;
  const path = recordOf(uprn);
  const home = useAnswer(signedIn ? path : null, () => ask('properties.get', path));
  const valuation = valuationOf(uprn);
  const value = useAnswer(signedIn ? valuation : null, () => ask('valuations.sale', valuation));
  document.title = `UPRN ${uprn} – Domesday`;
  if (!possible) {
    return (
      <div class="stack">
        <h1>No home has this number</h1>
        <p class="note">
          <code>{uprn}</code> is no UPRN: a UPRN has 1 to 12 digits.
        </p>
        <p>
          <a href="/">Search for the address</a>
        </p>
      </div>
    );
  }
  if (!signedIn) {
    return (
      <div class="stack">
        <h1>UPRN {uprn}</h1>
        <SignIn why={`Opening a home costs ${credits(OPENING)}, so sign in first.`} />
      </div>
    );
  }
  if (home.state === 'waiting')
    return (
      <div class="waiting tall-wait" role="status">
        Asking for the record …
      </div>
    );
  if (home.state === 'refused') {
    return (
      <div class="stack">
        <h1>UPRN {uprn}</h1>
        <Gap {...home} />
        <p>
          <a href="/">Search again</a>
        </p>
        {value.state === 'answered' && <SaleValue uprn={uprn} />}
      </div>
    );
  }
  return <Known uprn={uprn} home={home.value} />;
}

/** The value is requested and charged together with the record, so it is shown even if the record fails. */
function SaleValue({ uprn }: { uprn: string }) {
  return (
    <PricedSection
      id="value"
      title="Sale value"
      operation="valuations.sale"
      path={valuationOf(uprn)}
      atOnce
      height={[739, 993]}
    >
      {(valuation) => <Value valuation={valuation} />}
    </PricedSection>
  );
}

function Known({ uprn, home }: { uprn: string; home: Schema<'Property'> }) {
  document.title = `${address(home.address ?? uprn)} – Domesday`;
  const outcode = home.postcode?.split(' ')[0];
  const near = `uprn=${uprn}`;
  return (
    <div class="stack home">
      <header class="stack-2">
        <h1>{home.address ? address(home.address) : `UPRN ${uprn}`}</h1>
        <p class="row muted">
          <span>UPRN {uprn}</span>
          {home.property_type && <span>{words(home.property_type)}</span>}
          {outcode && <a href={`/areas/${outcode}`}>Area {outcode}</a>}
          {home.local_authority && (
            <a href={`/areas/${home.local_authority.code}`}>
              {home.local_authority.name ?? home.local_authority.code}
            </a>
          )}
          <button type="button" class="plain print" onClick={() => window.print()}>
            Print
          </button>
        </p>
      </header>
      <div class="two">
        <SaleValue uprn={uprn} />
        <HomeMap home={home} />
      </div>
      <HomeRecord home={home} />
      <PricedSection
        id="history"
        title="Price history"
        operation="prices.market"
        path={`/prices/market?${near}&history_months=120`}
        height={[331, 378]}
        known={<RegisteredSales sales={home.transactions ?? []} />}
      >
        {(market) => <PriceHistory market={market} home={home} />}
      </PricedSection>
      <PricedSection
        id="comparables"
        title="Comparable sales"
        operation="prices.comparables_by_uprn"
        path={`/prices/${uprn}/comparables?limit=12`}
        height={[475, 728]}
      >
        {(answer) => <Comparables answer={answer} />}
      </PricedSection>
      <RentAndYield uprn={uprn} />
      <PricedSection
        id="risks"
        title="Risks"
        operation="risks.get"
        path={`/risks/${uprn}`}
        height={[361, 600]}
      >
        {(answer) => <Risks answer={answer} />}
      </PricedSection>
      <div class="two">
        <PricedSection
          id="schools"
          title="Schools"
          operation="location.schools"
          path={`/location/schools?${near}&limit=8`}
          height={[247, 383]}
        >
          {(answer) => <Schools answer={answer} />}
        </PricedSection>
        <PricedSection
          id="planning"
          title="Planning nearby"
          operation="planning.applications"
          path={`/planning/applications?${near}&days=1500&limit=8`}
          height={[520, 860]}
        >
          {(answer) => <Planning answer={answer} />}
        </PricedSection>
      </div>
      <Printed record={home.meta} />
    </div>
  );
}
