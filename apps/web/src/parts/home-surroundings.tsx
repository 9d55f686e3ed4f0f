import type { Schema } from '@domesday/contract';
import { useState } from 'preact/hooks';
import { priceOf, Refusal } from '../lib/api.ts';
import { reasonIn } from '../lib/reason-in.ts';
import {
  bedroomsOf,
  count,
  credits,
  day,
  money,
  numbered,
  percent,
  reason,
  sampled,
  words,
} from '../lib/words.ts';
import { PricedSection } from './priced-section.tsx';
import { confidenceTag } from './value.tsx';

const RENTED: Record<string, string> = {
  listing_comparables: 'Lettings nearby',
  index_local: 'Official index of rents',
  brma_quantile: 'Housing allowance of its market area',
};

const BEDROOMS: Record<string, string> = {
  input: 'as given',
  recorded: 'as recorded',
  modelled: 'from its habitable rooms',
};

export function RentAndYield({ uprn }: { uprn: string }) {
  const [bedrooms, setBedrooms] = useState('');
  return (
    <div class="two">
      <PricedSection
        id="rent"
        title="Rent"
        operation="valuations.rental"
        path={`/valuations/${uprn}/rental${bedrooms && `?bedrooms=${bedrooms}`}`}
        height={[98, 179]}
        below={(error) =>
          error instanceof Refusal &&
          error.details.some(({ field }) => field === 'bedrooms') && (
            // A button sends the choice: with the arrow keys a visitor passes every number on the way, and each call
            // would be charged.
            <form
              class="row"
              onSubmit={(event) => {
                event.preventDefault();
                setBedrooms(String(new FormData(event.currentTarget).get('bedrooms')));
              }}
            >
              <label class="row">
                Bedrooms
                <select name="bedrooms">
                  {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => (
                    <option key={n} value={n} selected={n === 1}>
                      {bedroomsOf(n)}
                    </option>
                  ))}
                </select>
              </label>
              <button type="submit" class="plain">
                Show for at most {credits(priceOf('valuations.rental'))}
              </button>
            </form>
          )
        }
      >
        {(rent) => (
          <dl class="figures">
            <div>
              <dt>A month</dt>
              <dd>
                {money(rent.rent_pcm)}
                <small>
                  {money(rent.lower_pcm)} to {money(rent.upper_pcm)}
                </small>
              </dd>
            </div>
            <div>
              <dt>Gross yield at its value</dt>
              <dd>
                {rent.gross_yield_pct === null ? '–' : percent(rent.gross_yield_pct)}
                {rent.gross_yield_pct === null && <small>{reasonIn(rent, 'gross_yield_pct')}</small>}
              </dd>
            </div>
            <div>
              <dt>From</dt>
              <dd>
                <span class={`tag ${confidenceTag(rent.confidence)}`}>{rent.confidence} confidence</span>
                <small>
                  {RENTED[rent.method]}; {bedroomsOf(rent.bedrooms)}, {BEDROOMS[rent.bedrooms_source]}
                  {rent.comparable_count > 0 &&
                    `; ${numbered(rent.comparable_count, 'letting')}${rent.search_radius_m === null ? '' : ` within ${count(rent.search_radius_m)} m`}`}
                </small>
              </dd>
            </div>
          </dl>
        )}
      </PricedSection>
      <PricedSection
        id="yields"
        title="Yield of the area"
        operation="rents.yields"
        path={`/rents/yields?uprn=${uprn}`}
        height={[82, 147]}
      >
        {(area) => (
          <dl class="figures">
            <div>
              <dt>Gross</dt>
              <dd>
                {area.gross_yield_pct.point === null ? '–' : percent(area.gross_yield_pct.point)}
                {area.gross_yield_pct.point === null && <small>{reasonIn(area, 'gross_yield_pct')}</small>}
              </dd>
            </div>
            <div>
              <dt>Net of {area.assumptions.cost_pct} % costs</dt>
              <dd>{area.net_yield_pct === null ? '–' : percent(area.net_yield_pct)}</dd>
            </div>
            <div>
              <dt>Median price and rent</dt>
              <dd>
                {area.median_price === null ? '–' : money(area.median_price)}
                <small>
                  {sampled(area.price_sample, 'sale', 'price')};{' '}
                  {area.rent_pcm === null ? '–' : money(area.rent_pcm)} a month,{' '}
                  {sampled(area.rent_sample, 'rent', 'rent')}
                </small>
              </dd>
            </div>
          </dl>
        )}
      </PricedSection>
    </div>
  );
}

const LEVELS: Record<string, string> = {
  none: 'good',
  very_low: 'good',
  low: 'good',
  medium: 'caution',
  high: 'alert',
};

const RISKS: Record<string, string> = {
  flood_rivers_sea: 'Flooding from rivers and the sea',
  flood_surface_water: 'Flooding from surface water',
};

/** Either bound may be missing. */
function yearly({ min, max }: { min: number | null; max: number | null }): string {
  if (max === null) return `at least ${min} %`;
  return min === null ? `at most ${max} %` : `${min} to ${max} %`;
}

export function Risks({ answer }: { answer: Schema<'PropertyRisks'> }) {
  return (
    <ul class="risks">
      {answer.risks.map((risk) => (
        <li key={risk.type}>
          <span>{RISKS[risk.type] ?? words(risk.type)}</span>
          {risk.level === null ? (
            <span class="tag">Not known</span>
          ) : (
            <span class={`tag ${LEVELS[risk.level] ?? ''}`}>{words(risk.level)}</span>
          )}
          <span class="small muted">
            {risk.reason
              ? (reasonIn(answer, `risks.${risk.type}`) ?? reason(risk.reason))
              : (risk.native_band ?? 'Lies in none of the published areas.')}
            {risk.annual_probability_pct && `, ${yearly(risk.annual_probability_pct)} a year`}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Schools({ answer }: { answer: Schema<'NearbySchools'> }) {
  if (answer.count === 0) return <p class="note">No school within reach is in the loaded registers.</p>;
  return (
    <table>
      <caption>
        {answer.summary.total > answer.count
          ? `The nearest ${answer.count} of ${count(answer.summary.total)}, in a straight line`
          : 'Straight line'}
        , which is no catchment
      </caption>
      <thead>
        <tr>
          <th scope="col">School</th>
          <th scope="col">Phase</th>
          <th scope="col" class="figure">
            Pupils
          </th>
          <th scope="col" class="figure">
            Metres
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.schools.map((school) => (
          <tr key={school.id}>
            <td>
              {school.name}
              {school.inspection?.overall && (
                <small class="muted"> · {words(school.inspection.overall)}</small>
              )}
            </td>
            <td>{words(school.phase)}</td>
            <td class="figure">{school.pupils === null ? '–' : count(school.pupils)}</td>
            <td class="figure">{school.distance_m === null ? '–' : count(school.distance_m)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STATUS: Record<string, string> = { approved: 'good', refused: 'alert', pending: 'caution' };

export function Planning({ answer }: { answer: Schema<'PlanningApplications'> }) {
  if (answer.count === 0) return <p class="note">No application nearby in the period.</p>;
  return (
    <ul class="planning">
      {answer.applications.map((application) => (
        <li key={application.id}>
          <span class={`tag ${STATUS[application.status ?? ''] ?? ''}`}>
            {words(application.status ?? 'unknown')}
          </span>
          <span>
            {application.description}
            <small class="muted">
              {' '}
              {[
                application.address,
                application.distance_m !== null && `${count(application.distance_m)} m`,
                application.received && `received ${day(application.received)}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </span>
        </li>
      ))}
      {answer.total > answer.count && <li class="small muted">{count(answer.total - answer.count)} more.</li>}
    </ul>
  );
}
