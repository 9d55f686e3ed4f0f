import { areaPath, type RequestedArea } from '../lib/area-path.ts';
import { reasonIn } from '../lib/reason-in.ts';
import { count, decimal, edition, percent, reason, words } from '../lib/words.ts';
import { Figure } from './area-prices.tsx';
import { PricedSection } from './priced-section.tsx';

const inAll = (incidents: number | null): string =>
  incidents === null ? 'a month is missing' : `${count(incidents)} in all`;

/** Deprivation, crime, broadband and homes by tenure. */
export function Profile({ of }: { of: RequestedArea }) {
  return (
    <PricedSection
      id="profile"
      title="The area"
      operation="location.profile"
      path={areaPath(of, 'profile', '/location/profile')}
      height={[1190, 1779]}
    >
      {({ sections, meta }) => (
        <>
          <dl class="figures">
            <Figure
              name="Residents"
              field="sections.population.data.residents"
              answer={{ meta }}
              value={sections.population?.data?.residents ?? null}
              show={count}
              small={asOf(sections.population)}
            />
            <Figure
              name="Crimes, twelve months"
              field="sections.crime.data.per_1000"
              answer={{ meta }}
              value={sections.crime?.data?.per_1000 ?? null}
              show={decimal}
              small={
                sections.crime?.data
                  ? `to ${asOf(sections.crime)}, per 1,000 residents; ${inAll(sections.crime.data.incidents_12m)}`
                  : asOf(sections.crime)
              }
            />
            <Figure
              name="Median download"
              field="sections.broadband.data.median_down_mbps"
              answer={{ meta }}
              value={sections.broadband?.data?.median_down_mbps ?? null}
              show={count}
              small={`Mbit/s; ${asOf(sections.broadband, sections.broadband?.data?.speeds_as_of)}`}
            />
            {sections.deprivation?.data?.indices.map((index) => (
              <Figure
                key={index.index}
                name={`Deprivation, ${index.index} ${index.year}`}
                field="sections.deprivation.data.indices.decile"
                answer={{ meta }}
                value={index.decile}
                show={(decile) => `${decile} of 10`}
                small="1 is the most deprived tenth"
              />
            ))}
          </dl>
          <div class="two">
            <Shares title="Tenure" section={sections.tenure} why={reasonIn({ meta }, 'sections.tenure')} />
            <Shares title="Age" section={sections.age} why={reasonIn({ meta }, 'sections.age')} />
          </div>
          {sections.crime?.data && (
            <table class="narrow">
              <caption>Crimes by category, twelve months to {asOf(sections.crime)}</caption>
              <thead>
                <tr>
                  <th scope="col">Category</th>
                  <th scope="col" class="figure">
                    Incidents
                  </th>
                </tr>
              </thead>
              <tbody>
                {sections.crime.data.by_category.map((row) => (
                  <tr key={row.category}>
                    <td>{words(row.category)}</td>
                    <td class="figure">{count(row.incidents)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </PricedSection>
  );
}

interface Dated {
  as_of: string | null;
  reason: string | null;
}

function asOf(section: Dated | undefined, own = section?.as_of): string {
  return section?.reason ? reason(section.reason) : own ? edition(own) : '';
}

interface Breakdown extends Dated {
  data: {
    total: number;
    categories: { key: string; label: string; pct: number | null; national_pct: number | null }[];
  } | null;
}

function Shares({ title, section, why }: { title: string; section: unknown; why: string | null }) {
  const { data, reason: code, as_of } = (section ?? { data: null, reason: 'not_covered' }) as Breakdown;
  if (!data) return <p class="note">{`${title}: ${why ?? reason(code ?? 'not_recorded')}`}</p>;
  return (
    <table>
      <caption>
        {title}, per cent{as_of && `, ${edition(as_of)}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col">
            <span class="hidden">Share</span>
          </th>
          <th scope="col" class="figure">
            Here
          </th>
          <th scope="col" class="figure">
            Nation
          </th>
        </tr>
      </thead>
      <tbody>
        {data.categories.map((row) => (
          <tr key={row.key}>
            <td>{row.label}</td>
            <td>
              {row.pct !== null && (
                <meter min={0} max={100} value={row.pct} aria-label={`${row.label}, share`} />
              )}
            </td>
            <td class="figure">{row.pct === null ? '–' : percent(row.pct)}</td>
            <td class="figure">{row.national_pct === null ? '–' : percent(row.national_pct)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
