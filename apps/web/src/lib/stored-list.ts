import type { List } from './address-columns.ts';
import { type Answers, noAnswers, type OfHomes } from './address-list.ts';
import { parsed } from './body-of.ts';
import { session } from './session.ts';

const NAME = 'domesday-list';

/** The state of the page for a list of addresses. */
interface Kept {
  list: List;
  wanted: OfHomes[];
  answers: Answers;
}

/** The properties to store. Only what the result needs, so that more answers fit. */
const PARTS =
  'key generation list rows separator headed chosen wanted matches values rents lines begun licences status credits body error ' +
  'code message request_id match uprn address postcode value interval_80 low high rent_pcm lower_pcm upper_pcm confidence ' +
  'licence attributions';

/**
 * Stores a list in the tab while another page is open. It is restored only for the same key, and its answers only until
 * other data are served.
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
  // If the answers do not fit, only the list is stored: the answers can be requested again, free of charge for a day.
  for (const more of [answered, {}]) {
    try {
      const kept = { key: key.prefix, generation, list, wanted, ...more };
      sessionStorage.setItem(NAME, JSON.stringify(kept, PARTS.split(' ')));
      return;
    } catch {
      // Too large, or the browser stores nothing.
    }
  }
}

/** Returns the stored list and deletes it: a list that the visitor removes must not come back. */
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
