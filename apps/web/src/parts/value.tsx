import type { Schema } from '@domesday/contract';
import { address, day, decimal, edition, METHODS, money, numbered, percent, words } from '../lib/words.ts';
import { Accuracy } from './accuracy.tsx';
import { Drivers } from './drivers.tsx';
import { Interval } from './interval.tsx';

/** The estimate with its measured interval and its evidence. */
export function Value({ valuation }: { valuation: Schema<'SaleValuation'> }) {
  const { evidence, interval_80: interval, fsd } = valuation;
  return (
    <>
      <p class="value">
        {money(valuation.value)}{' '}
        <span class={`tag ${confidenceTag(valuation.confidence)}`}>{valuation.confidence} confidence</span>
      </p>
      {interval && (
        <Interval
          value={valuation.value}
          low={interval.low}
          high={interval.high}
          title="Range that held 80 of 100 past sales, pounds"
        />
      )}
      <dl class="pairs">
        <div>
          <dt>Method</dt>
          <dd>{METHODS[valuation.method] ?? words(valuation.method)}</dd>
        </div>
        <div>
          <dt>Valued as</dt>
          <dd>
            <Subject subject={valuation.subject} />
          </dd>
        </div>
        {fsd !== null && (
          <div>
            <dt>Spread</dt>
            <dd>About 68 of 100 past sales fell within {percent(fsd * 100)} of the estimate.</dd>
          </div>
        )}
        {evidence?.last_sale && (
          <div>
            <dt>Last sale</dt>
            <dd>
              {money(evidence.last_sale.price)} on {day(evidence.last_sale.date)}
              {evidence.index && (
                <>
                  , carried by {evidence.index.factor.toFixed(3)} ({evidence.index.area},{' '}
                  {edition(evidence.index.from)} to {edition(evidence.index.to)})
                </>
              )}
            </dd>
          </div>
        )}
        {evidence?.ppsf && (
          <div>
            <dt>Local price per sq ft</dt>
            <dd>
              {money(evidence.ppsf.median)} of {numbered(evidence.ppsf.n, 'sale')}
            </dd>
          </div>
        )}
        {evidence && evidence.comparables.length > 0 && (
          <div>
            <dt>Nearest evidence</dt>
            <dd>
              <Nearest sale={evidence.comparables[0]!} sized={evidence.floor_area_sqm !== null} />
            </dd>
          </div>
        )}
      </dl>
      <Drivers drivers={valuation.drivers} value={valuation.value} />
      <Accuracy area={valuation.postcode.split(' ')[0]!} method={valuation.method} />
      {valuation.limiting_factors.length > 0 && (
        <ul class="plain-list small">
          {valuation.limiting_factors.map((factor) => (
            <li key={factor}>{factor}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * A comparable sale. `adjusted_price` is carried to today and, if both sizes are known, scaled to the size of this
 * home; the table of comparables shows it without the scaling. An unadjusted price is the price paid.
 */
function Nearest({ sale, sized }: { sale: Schema<'ComparableSale'>; sized: boolean }) {
  return (
    <>
      {address(sale.address)}, {money(sale.price)} on {day(sale.date)}
      {sale.adjusted_price !== sale.price &&
        `: ${money(sale.adjusted_price)} today${sized ? ', scaled to the size of this home where both are known' : ''}`}
    </>
  );
}

const FACTS: Record<string, string> = {
  given: 'as given',
  sale: 'from its last sale',
  certificate: 'from its certificate',
  inferred: 'inferred',
  assumed: 'assumed',
};

/** The attributes of the home that the estimate used, with the origin of each; an inferred type has its probability. */
function Subject({ subject }: { subject: Schema<'SaleValuation'>['subject'] }) {
  const { property_type: type, tenure, floor_area_sqm: area } = subject;
  return (
    <>
      {words(type.value)}{' '}
      {type.source === 'inferred' ? (
        <span class="tag caution">
          inferred, {type.probability > 0.99 ? 'over 99' : Math.round(type.probability * 100)} % likely
        </span>
      ) : (
        <span class="muted">{FACTS[type.source ?? '']}</span>
      )}
      {type.source === 'inferred' && type.mix.length > 1 && (
        <span class="muted">
          {' '}
          (else{' '}
          {type.mix
            .slice(1)
            .map(
              (other) =>
                `${words(other.property_type).toLowerCase()} ${Math.round(other.probability * 100)} %`,
            )
            .join(', ')}
          )
        </span>
      )}
      <br />
      {tenure.value} <span class="muted">{FACTS[tenure.source ?? '']}</span>
      {area.value !== null && (
        <>
          <br />
          {decimal(area.value)} m² <span class="muted">{FACTS[area.source ?? '']}</span>
        </>
      )}
    </>
  );
}

export function confidenceTag(confidence: string | null): string {
  return confidence === 'High' ? 'good' : confidence === 'Medium' ? 'caution' : 'alert';
}
