import { portal } from '../lib/api.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, METHODS, percent } from '../lib/words.ts';
import { Gap } from './priced-section.tsx';

interface AccuracyFacts {
  /** Whether a build has measured the accuracy; builds of an earlier version did not. */
  measured: boolean;
  methods: {
    method: string;
    n: number;
    from: string;
    to: string;
    median_off: number;
    within_10: number;
    within_20: number;
  }[];
}

/** How far past estimates in the area were off, each made without the sale that it is compared with. */
export function Accuracy({ area, method }: { area: string; method?: string }) {
  const path = `/areas/${area}/accuracy`;
  const answer = useAnswer(path, () => portal<AccuracyFacts>(path));
  if (answer.state === 'refused') return <Gap {...answer} />;
  if (answer.state === 'waiting') return <div class="accuracy-wait" />;
  if (!answer.value.measured)
    return (
      <p class="small muted">
        How far past valuations in {area} were off is not measured yet: with sales loaded, run{' '}
        <code>{operatorCommand('build')}</code>.
      </p>
    );
  const rows = answer.value.methods.filter((row) => !method || row.method === method);
  if (rows.length === 0)
    return (
      <p class="small muted">
        Too few past sales are known in {area} to test {method ? 'this method' : 'its valuations'} on.
      </p>
    );
  return (
    <table class="accuracy">
      <caption>
        Back-test in {area}: estimates made from what was known before each sale, beside the price paid
      </caption>
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col" class="figure">
            Sales
          </th>
          <th scope="col" class="figure">
            Half within
          </th>
          <th scope="col" class="figure">
            Within 10&nbsp;%
          </th>
          <th scope="col" class="figure">
            Within 20&nbsp;%
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.method}>
            <td>
              {METHODS[row.method] ?? row.method}
              <small class="muted">
                {' '}
                {row.from.slice(0, 4)} to {row.to.slice(0, 4)}
              </small>
            </td>
            <td class="figure">{count(row.n)}</td>
            <td class="figure">{percent(row.median_off * 100)}</td>
            <td class="figure">{percent(row.within_10 * 100)}</td>
            <td class="figure">{percent(row.within_20 * 100)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
