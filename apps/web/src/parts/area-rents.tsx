import { areaPath, type RequestedArea } from '../lib/area-path.ts';
import { bedroomsOf, count, decimal, money, numbered, percent, sampled } from '../lib/words.ts';
import { Figure } from './area-prices.tsx';
import { Chart } from './chart.tsx';
import { PricedSection } from './priced-section.tsx';

/** Rents, yields and how quickly homes are let. */
export function AreaRents({ of }: { of: RequestedArea }) {
  return (
    <>
      <Rents of={of} />
      <div class="two">
        <PricedSection
          id="yields"
          title="Yields"
          operation="rents.yields"
          path={areaPath(of, 'yields', '/rents/yields')}
          height={[82, 147]}
        >
          {(yields) => (
            <dl class="figures">
              <Figure
                name="Gross"
                field="gross_yield_pct"
                answer={yields}
                value={yields.gross_yield_pct.point}
                show={percent}
                small={`${sampled(yields.rent_sample, 'rent', 'rent')}, ${sampled(yields.price_sample, 'sale', 'price')}`}
              />
              <Figure
                name="Net"
                field="net_yield_pct"
                answer={yields}
                value={yields.net_yield_pct}
                show={percent}
                small={`of ${yields.assumptions.cost_pct} % costs`}
              />
            </dl>
          )}
        </PricedSection>
        <PricedSection
          id="stock"
          title="Homes to let"
          operation="rents.demand"
          path={areaPath(of, 'demand', '/rents/demand')}
          height={[82, 163]}
        >
          {(demand) => (
            <dl class="figures">
              <Figure
                name="On the market"
                field="active_listings"
                answer={demand}
                value={demand.active_listings}
                show={count}
              />
              <Figure
                name="Stock"
                field="months_of_inventory"
                answer={demand}
                value={demand.months_of_inventory}
                show={decimal}
                small="months at the pace of lets"
              />
              <Figure
                name="Time to let"
                field="median_days_on_market"
                answer={demand}
                value={demand.median_days_on_market}
                show={count}
                small="days, median"
              />
            </dl>
          )}
        </PricedSection>
      </div>
    </>
  );
}

function Rents({ of }: { of: RequestedArea }) {
  return (
    <PricedSection
      id="rents"
      title="Rents"
      operation="rents.long_term"
      path={areaPath(of, 'rents', '/rents/long-term')}
      height={[336, 522]}
    >
      {(rents) => (
        <>
          <dl class="figures">
            <Figure
              name="Median rent a month"
              field="rent_pcm.median"
              answer={rents}
              value={rents.rent_pcm.median}
              show={money}
              small={`${numbered(rents.rent_pcm.n, 'rent')}, ${rents.basis}`}
            />
            <Figure
              name="Change, one year"
              field="change_1y_pct"
              answer={rents}
              value={rents.change_1y_pct}
              show={percent}
            />
            {rents.by_bedrooms.map((row) => (
              <Figure
                key={row.bedrooms}
                name={bedroomsOf(row.bedrooms)}
                field="by_bedrooms"
                answer={rents}
                value={row.rent_pcm.median}
                show={money}
                small={`${numbered(row.rent_pcm.n, 'rent')}${row.rent_pcm.median === null ? ': too few' : ''}`}
              />
            ))}
          </dl>
          {rents.history.length > 0 && (
            <Chart
              title="Mean rent of the authority, by the official index"
              unit="£ a month"
              days={rents.history.map((month) => `${month.month}-01`)}
              lines={[{ name: 'Mean rent', values: rents.history.map((month) => month.mean_pcm) }]}
              tick={money}
              full={money}
              height={200}
            />
          )}
        </>
      )}
    </PricedSection>
  );
}
