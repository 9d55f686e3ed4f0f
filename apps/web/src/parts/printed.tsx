import { useSignal } from '../lib/signal.ts';
import { day } from '../lib/words.ts';
import { bases, type Meta } from './priced-section.tsx';

/** Printed only, since nothing can be unfolded on paper: the warnings and sources of all sections, each source once. */
export function Printed({ record }: { record: Meta }) {
  const shown = useSignal(bases);
  const sources = [record, ...Object.values(shown)].flatMap((meta) => meta.sources);
  const texts = sources.map(
    ({ name, release, licence, attribution }) =>
      `${name}${release ? `, release ${release}` : ''}. ${licence}. ${attribution}`,
  );
  return (
    <section class="section printed">
      <header>
        <h2>Cautions and sources</h2>
        <span class="muted">as of {day(record.as_of)}</span>
      </header>
      <ul class="small">
        {Object.entries(shown).flatMap(([title, { warnings }]) =>
          warnings.map(({ code, field, message }) => (
            <li key={`${title}${code}${field}${message}`}>
              {title}: {message}
            </li>
          )),
        )}
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
