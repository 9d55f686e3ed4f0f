import { namedPosition } from '@domesday/files/header';
import type { TableModule } from '@domesday/loading/types';
import { describe, expect, it } from 'vitest';
import { dataset as addressList } from '../address-list/index.ts';
import { dataset as hmoRegister } from '../hmo-register/index.ts';
import { dataset as listings } from '../listings-csv/index.ts';
import { dataset as lettings } from '../operator-lettings/index.ts';
import { dataset as applications } from '../planning-applications/index.ts';
import { dataset as areas } from '../planning-data/index.ts';

const REGISTER = 'local_authority_code: E06000999\n';
/** Each dataset with a mapping, and a mapping that it accepts. */
const accepted = [
  [addressList, 'uprn: Id\naddress: [Street, Town]\n'],
  [hmoRegister, `${REGISTER}columns: { address: [Street, 3] }\n`],
  [listings, 'listing_type: sale\ncomplete: false\n'],
  [lettings, 'rent: Amount\n'],
  [applications, 'authority_name: Xanshire\n'],
  [areas, 'kind: made-up-area\n'],
] as const;

describe.each(accepted)('the mapping of $id', ({ readMapping: read }, mapping) => {
  it('may name a delimiter', () => {
    expect(read!(`${mapping}delimiter: ";"\n`)).toMatchObject({ delimiter: ';' });
  });

  it.each([
    ['is not YAML', `${mapping}"`, /not YAML/],
    ['names a thing twice', `${mapping}${mapping}`, /not YAML/],
    ['is empty', '', /`field: column name`/],
    ['is a list', '- uprn', /`field: column name`/],
    ['is a text', 'uprn', /`field: column name`/],
    ['has a delimiter of two characters', `${mapping}delimiter: "||"\n`, /one character/],
    ['has a number for a delimiter', `${mapping}delimiter: 1\n`, /one character/],
    ['names an unknown field', `${mapping}made_up: A\n`, /"made_up"/],
    [
      'has a list of columns where their names should be',
      `${mapping}columns: [A, B]\n`,
      /not YAML|`columns`/,
    ],
  ])('is refused with the reason if it %s', (_, text, why) => {
    expect(() => read!(text)).toThrow(
      expect.objectContaining({ code: 'mapping', message: expect.stringMatching(why) }),
    );
  });
});

it.each([
  [listings, 'complete: no\n', 'true or false'],
  [listings, 'complete: "false"\n', 'true or false'],
  [lettings, 'columns: { rent: Amount }\nrent_period: monthly\n', 'pcm or pw'],
  [hmoRegister, `${REGISTER}columns: { address: A }\nregister: 2026\n`, '`register` must be a text'],
  [hmoRegister, `${REGISTER}columns: { address: A }\nregister_date: 2026-13-01\n`, 'must be a day'],
  [applications, 'authority_name: 5\n', '`authority_name` must be a text'],
])('refuses an invalid value in a mapping of $0.id: $1', ({ readMapping: read }, text, why) => {
  expect(() => read!(text)).toThrow(
    expect.objectContaining({ code: 'mapping', message: expect.stringContaining(why) }),
  );
});

it('accepts the period of all rents, or its column, at the top level of the mapping', () => {
  expect(lettings.readMapping!('rent: Amount\nrent_period: pw\n')).toEqual({
    columns: { rent: 'Amount' },
    rent_period: 'pw',
  });
  expect(lettings.readMapping!('rent: Amount\nrent_period: Per\n')).toEqual({
    columns: { rent: 'Amount', rent_period: 'Per' },
  });
});

it.each([
  [addressList, 'uprn: Tŷ\naddress: Cyfeiriad\n'],
  [hmoRegister, `${REGISTER}columns: { licence_number: Cyfeiriad, address: Tŷ }\n`],
  [lettings, 'address: Tŷ\nrent: Cyfeiriad\nlet_on: T\nrent_period: pcm\n'],
])(
  'finds the column that a mapping of $id names, in upper or lower case and with accents',
  (dataset, text) => {
    const mapping = dataset.readMapping!(text);
    const missing = (header: string) => {
      const found = (dataset as TableModule).recognise({ name: 'a.csv', text: `${header}\n` }, mapping);
      return 'missing' in found ? found.missing : [];
    };
    expect(missing('T,Tŷ,Cyfeiriad')).toEqual([]);
    expect(missing('t, TŶ ,CYFEIRIAD')).toEqual([]);
    expect(missing('T,Tê,Cyfeiriad')).toEqual(['Tŷ']);
  },
);

it('prefers the column with exactly the given name to one that differs in case or punctuation', () => {
  expect(namedPosition(['Post-code', 'post code', 'Post code'], 'Post code')).toBe(2);
  expect(namedPosition(['Other', 'POST CODE'], 'Post-code')).toBe(1);
  expect(namedPosition(['编号', '地址'], '地址')).toBe(1);
  expect(namedPosition(['£', '#'], '€')).toBe(-1);
});
