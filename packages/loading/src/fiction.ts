import type { CatalogueEntry } from './types.ts';

/** What an answer says about the source of a dataset. */
export type SourceTexts = Pick<CatalogueEntry, 'name' | 'publisher' | 'licence' | 'attribution'>;

/** The same for a file of the fictional country, which no publisher has made or licensed. */
export function madeUp({ name, publisher }: SourceTexts): SourceTexts {
  return {
    name: `${name}, made up`,
    publisher: `None: made up in the layout of ${publisher}`,
    licence: 'None needed: made up',
    attribution: `Made up in the layout of ${publisher}, who has published none of it.`,
  };
}
