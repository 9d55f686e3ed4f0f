import type { List } from './address-columns.ts';
import { type Answers, noAnswers, type OfHomes } from './address-list.ts';
import { parsed } from './body-of.ts';
import { session } from './session.ts';

const NAME = 'domesday-list';

/** What stands on the page for a list of addresses. */
interface Kept {
  list: List;
  wanted: OfHomes[];
  answers: Answers;
}

/** Of the answers what the result is made of, so that more of them fit. */
const PARTS =
  'key generation list rows separator headed chosen wanted matches values rents lines begun licences status credits body error ' +
  'code message request_id match uprn address postcode value interval_80 low high rent_pcm lower_pcm upper_pcm confidence ' +
  'licence attributions';

/**
 * Keeps a list in its tab while its page is left, for the same key alone, and its answers until other data are served.
 */
export function keepList({ list, wanted, answers: { matches, values, rents, licences } }: Kept): void {
  const { key, generation } = session.get() ?? {};
  // Signed out.
  if (!key) return;
  const of = ({ lines, begun }: Answers['matches' | OfHomes]): unknown => ({
    lines: [...lines],
    begun: [...begun],
  });
  const answered = { matches: of(matches), values: of(values), rents: of(rents), licences: [...licences] };
  // Without the answers where the browser keeps no more: they may be asked again, free of charge for a day.
  for (const more of [answered, {}]) {
    try {
      const kept = { key: key.prefix, generation, list, wanted, ...more };
      sessionStorage.setItem(NAME, JSON.stringify(kept, PARTS.split(' ')));
      return;
    } catch {
      // Too much, or nothing is kept.
    }
  }
}

/** Once: a list that is taken out of the page is not to come back. */
export function takeList(): Kept | null {
  try {
    const kept = parsed(sessionStorage.getItem(NAME) ?? '');
    sessionStorage.removeItem(NAME);
    const { key, generation } = session.get() ?? {};
    if (!kept || kept.key !== key?.prefix) return null;
    const answers = noAnswers();
    if (kept.matches && kept.generation === generation) {
      for (const name of ['matches', 'values', 'rents'] as const) {
        Object.assign(answers[name], {
          lines: new Map(kept[name].lines),
          begun: new Set(kept[name].begun),
        });
      }
      answers.licences = new Map(kept.licences);
    }
    return { list: kept.list, wanted: kept.wanted, answers };
  } catch {
    return null;
  }
}
