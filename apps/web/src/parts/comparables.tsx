import type { Schema } from '@domesday/contract';
import { address, count, day, money, numbered } from '../lib/words.ts';
import { pins } from './home-map.tsx';

/** The most similar sales, best first; the map above shows the same sales. */
export function Comparables({ answer }: { answer: Schema<'Comparables'> }) {
  pins.set(
    answer.comparables
      .filter((sale) => sale.latitude !== null && sale.longitude !== null)
      .map((sale) => ({
        lng: sale.longitude!,
        lat: sale.latitude!,
        text: `${address(sale.address)}, ${money(sale.price)}, ${day(sale.date)}`,
      })),
  );
  if (answer.comparables.length === 0) return <p class="note">No sale nearby is similar enough.</p>;
  const found = answer.summary.price.n;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <div class="scroll" tabIndex={0}>
      <table>
        {found > answer.count && (
          <caption>
            The {answer.count} most alike of {numbered(found, 'sale')}
          </caption>
        )}
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Sold</th>
            <th scope="col" class="figure">
              Price
            </th>
            <th scope="col" class="figure">
              In today's money
            </th>
            <th scope="col" class="figure">
              £ per sq ft
            </th>
            <th scope="col" class="figure">
              Floor area, m²
            </th>
            <th scope="col" class="figure">
              Distance, m
            </th>
            <th scope="col" class="figure">
              Alike
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.comparables.map((sale) => (
            <tr key={sale.transaction_id}>
              <td>
                {sale.uprn ? (
                  <a href={`/homes/${sale.uprn}`}>{address(sale.address)}</a>
                ) : (
                  address(sale.address)
                )}
              </td>
              <td class="nowrap">{day(sale.date)}</td>
              <td class="figure">{money(sale.price)}</td>
              <td class="figure">{sale.adjusted_price === null ? '–' : money(sale.adjusted_price)}</td>
              <td class="figure">{sale.price_per_sqft === null ? '–' : count(sale.price_per_sqft)}</td>
              <td class="figure">{sale.floor_area_sqm === null ? '–' : count(sale.floor_area_sqm)}</td>
              <td class="figure">{sale.distance_m === null ? '–' : count(sale.distance_m)}</td>
              <td class="figure">{Math.round(sale.similarity * 100)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
