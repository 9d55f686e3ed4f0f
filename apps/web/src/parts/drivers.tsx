import type { Schema } from '@domesday/contract';
import { money } from '../lib/words.ts';

const FACTORS: Record<Schema<'SaleDriver'>['factor'], string> = {
  place: 'Its place, for a home of its type',
  floor_area: 'Its floor area',
  similar_sales: 'Similar sales nearby',
  own_sales: 'Its own sales',
  additional_sales: 'Its sales that were not plain market sales',
  type_uncertainty: 'Doubt about its type',
};

/**
 * The drivers of the estimate: the price level of the place, and the amount that each further factor adds or subtracts.
 */
export function Drivers({ drivers, value }: { drivers: Schema<'SaleDriver'>[]; value: number }) {
  const steps = stepsOf(drivers);
  const most = Math.max(...steps.map(({ high }) => high), value);
  const share = (pounds: number): string => `${(pounds / most) * 100}%`;
  return (
    <table class="drivers">
      <caption>What moved the estimate</caption>
      <thead class="hidden">
        <tr>
          <th scope="col">Factor</th>
          <th scope="col">Drawn</th>
          <th scope="col">Pounds</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ factor, pounds, low, high }) => (
          <tr key={factor}>
            <td>{FACTORS[factor]}</td>
            <td class="bar-cell">
              <i
                class={pounds < 0 ? 'driver less' : factor === 'place' ? 'driver base' : 'driver'}
                style={{ left: share(low), width: share(high - low) }}
              />
            </td>
            <td class="figure">
              {factor === 'place' ? money(pounds) : `${pounds < 0 ? '−' : '+'}${money(Math.abs(pounds))}`}
            </td>
          </tr>
        ))}
        <tr class="driver-sum">
          <td>Estimate</td>
          <td class="bar-cell">
            <i class="driver base" style={{ left: '0', width: share(value) }} />
          </td>
          <td class="figure">{money(value)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Each factor with the amounts before and after it. */
function stepsOf(drivers: Schema<'SaleDriver'>[]) {
  let sum = 0;
  return drivers.map(({ factor, pounds }) => {
    const before = sum;
    sum += pounds;
    return { factor, pounds, low: Math.max(0, Math.min(before, sum)), high: Math.max(before, sum) };
  });
}
