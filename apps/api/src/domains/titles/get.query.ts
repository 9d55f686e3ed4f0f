import { columnsOf, json, namesOf, query, type RowOf, statement } from '@domesday/db';

interface ProprietorRow {
  name: string;
  company_number: string | null;
  category: string;
  country_incorporated: string | null;
}

const TITLE = {
  ...columnsOf('company_titles', ['dataset', 'title_number', 'tenure', 'address', 'postcode', 'district']),
  ...columnsOf('company_titles', ['country', 'multiple_addresses', 'price_paid']),
  proprietors: json<ProprietorRow[]>('jsonb'),
  ...columnsOf('company_titles', ['added', 'more_proprietors']),
};
export type TitleRow = RowOf<typeof TITLE>;

/** A title in either file; a title in both files has proprietors from both. Primary key of company_titles. */
export const titleRows = statement({
  name: 'company-title',
  parameters: { title_number: 'text' },
  row: TITLE,
  build: ({ title_number }) =>
    query
      .selectFrom('company_titles')
      .select(namesOf(TITLE))
      .$narrowType<{ proprietors: ProprietorRow[] }>()
      .where('dataset', 'in', ['ccod', 'ocod'])
      .where('title_number', '=', title_number)
      .orderBy('dataset'),
});

const ADDRESS = columnsOf('addresses', ['uprn', 'address', 'postcode', 'source']);
export type AddressRow = RowOf<typeof ADDRESS>;

/** Addresses of a postcode; index addresses_postcode. */
export const addressesOfPostcode = statement({
  name: 'addresses-of-postcode',
  parameters: { postcode: 'text' },
  row: ADDRESS,
  build: ({ postcode }) =>
    query.selectFrom('addresses').select(namesOf(ADDRESS)).where('postcode', '=', postcode).orderBy('uprn'),
});
