import type { Schema } from '@domesday/contract';
import { address, day, money, percent, words } from '../lib/words.ts';
import { Interval } from './interval.tsx';

const METHODS: Record<string, string> = {
  last_sold_growth: 'Last sale, carried by local growth',
  sqft_estimate: 'Floor area times the local price per square foot',
  comparables: 'Similar sales nearby',
};

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
          title="Range that held 80 of 100 past sales, thousands of pounds"
        />
      )}
      <dl class="pairs">
        <div>
          <dt>Method</dt>
          <dd>{METHODS[valuation.method] ?? words(valuation.method)}</dd>
        </div>
        {fsd !== null && (
          <div>
            <dt>Back-test</dt>
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
                  {evidence.index.from} to {evidence.index.to})
                </>
              )}
            </dd>
          </div>
        )}
        {evidence?.ppsf && (
          <div>
            <dt>Local price per sq ft</dt>
            <dd>
              £{evidence.ppsf.median.toFixed(0)} of {evidence.ppsf.n} sales
            </dd>
          </div>
        )}
        {evidence && evidence.comparables.length > 0 && (
          <div>
            <dt>Nearest evidence</dt>
            <dd>
              {address(evidence.comparables[0]!.address)}, {money(evidence.comparables[0]!.adjusted_price)} in
              today's money
            </dd>
          </div>
        )}
      </dl>
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

export function confidenceTag(confidence: string | null): string {
  return confidence === 'High' ? 'good' : confidence === 'Medium' ? 'caution' : 'alert';
}
