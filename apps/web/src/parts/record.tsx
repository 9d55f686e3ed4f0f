import type { Schema } from '@domesday/contract';
import { count, day, decimal, money, reason, words } from '../lib/words.ts';

type Home = Schema<'Property'>;
type Shown = [name: string, field: keyof Home & string, value: string | null];

/** The merged record: each value with its source, each gap with its reason. */
export function HomeRecord({ home }: { home: Home }) {
  const rows = rowsOf(home);
  return (
    <section class="section" aria-labelledby="record">
      <header>
        <h2 id="record">Record</h2>
        <span class="muted record-hint">Open a source for its release and licence.</span>
      </header>
      <div class="record">
        {rows.map(([name, field, value]) => (
          <div class="record-row" key={field}>
            <span class="record-name">{name}</span>
            {value === null ? <span class="muted">–</span> : <span>{value}</span>}
            {value === null ? (
              <span class="small muted">{reasonOf(home, field)}</span>
            ) : (
              <Origin home={home} field={field} />
            )}
          </div>
        ))}
      </div>
      {home.epc && <Certificate epc={home.epc} as_of={home.meta.as_of} />}
    </section>
  );
}

function rowsOf(home: Home): Shown[] {
  const yesNo = (value: boolean | null | undefined): string | null =>
    value == null ? null : value ? 'Yes' : 'No';
  const text = (value: string | null | undefined): string | null => (value ? words(value) : null);
  const number = (value: number | null | undefined, unit = ''): string | null =>
    value == null ? null : `${value % 1 ? decimal(value) : count(value)}${unit}`;
  return [
    ['Kind', 'property_type', text(home.property_type)],
    ['Attachment', 'build_form', text(home.build_form)],
    ['Floor area', 'floor_area_sqm', number(home.floor_area_sqm, ' m²')],
    ['Habitable rooms', 'habitable_rooms', number(home.habitable_rooms)],
    ['Bedrooms', 'bedrooms', number(home.bedrooms)],
    ['Tenure', 'tenure', home.tenure ?? null],
    ['Built', 'construction_age', home.construction_age ?? null],
    ['Plot', 'plot_size', number(home.plot_size, ' m²')],
    [
      'Last sold',
      'last_sold_price',
      home.last_sold_price == null ? null : `${money(home.last_sold_price)}, ${day(home.last_sold_date!)}`,
    ],
    ['Flood zone 2', 'flood_zone_2', yesNo(home.flood_zone_2)],
    ['Flood zone 3', 'flood_zone_3', yesNo(home.flood_zone_3)],
    ['Conservation area', 'conservation_area', yesNo(home.conservation_area)],
    ['Authority', 'local_authority', home.local_authority?.name ?? home.local_authority?.code ?? null],
    ['Nation', 'country', home.country ?? null],
    ['Small area', 'small_area_code', home.small_area_code ?? null],
    ...(home.epc ? [] : [['Energy certificate', 'epc', null] satisfies Shown]),
  ];
}

/** The reason why a value of the record is missing. */
export function reasonOf(home: Home, field: keyof Home & string): string {
  const warning = home.meta.warnings.find((given) => given.field === field);
  return warning ? told(warning.message) || reason(warning.code) : 'No loaded source states it.';
}

/** Removes the field name at the beginning of a warning, since the row shows it already. */
function told(message: string): string {
  const text = message.replace(/^[A-Z][a-z \d]+: /, '').replace('see risks.get', 'see the risks below');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Origin({ home, field }: { home: Home; field: string }) {
  const origin = home.provenance?.[field];
  if (!origin) return <span />;
  const source = home.meta.sources.find((given) => given.id === origin.source);
  return (
    <details class="origin">
      <summary>
        <span class="small">
          {source?.name ?? origin.source}
          {origin.observed_at && `, ${day(origin.observed_at)}`}
        </span>
      </summary>
      <p class="small muted">
        {words(origin.method)}, {origin.confidence.toLowerCase()} confidence.
        {origin.release && ` Release ${origin.release}.`}{' '}
        {source && `Licence: ${source.licence}. ${source.attribution}`}
      </p>
    </details>
  );
}

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

/** Either rating may be missing in the register. */
function rated({ current_rating: now, potential_rating: could }: NonNullable<Home['epc']>): string {
  return [now ? `Rated ${now}` : 'No rating recorded', could && `could reach ${could}`]
    .filter(Boolean)
    .join(', ');
}

function Certificate({ epc, as_of }: { epc: NonNullable<Home['epc']>; as_of: string }) {
  return (
    <div class="stack-2">
      <h3>Energy certificate</h3>
      <div class="epc" role="img" aria-label={rated(epc)}>
        {LETTERS.map((letter) => (
          <span
            key={letter}
            class={letter === epc.current_rating ? 'now' : letter === epc.potential_rating ? 'could' : ''}
          >
            {letter}
          </span>
        ))}
      </div>
      <p class="small muted">
        {rated(epc)}
        {epc.score !== null && `, score ${epc.score}`}.{' '}
        {epc.inspected_on && `Inspected ${day(epc.inspected_on)}. `}
        {epc.expires_on &&
          `${epc.expires_on < as_of ? 'Expired on' : 'Valid until'} ${day(epc.expires_on)}. `}
        {epc.certificate_number && `Certificate ${epc.certificate_number}.`}
      </p>
    </div>
  );
}
