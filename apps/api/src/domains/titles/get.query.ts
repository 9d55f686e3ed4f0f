import type { Queryable } from '@domesday/db';

export interface ProprietorRow {
  name: string;
  company_number: string | null;
  category: string;
  country_incorporated: string | null;
}

export interface TitleRow {
  dataset: 'ccod' | 'ocod';
  title_number: string;
  tenure: 'Freehold' | 'Leasehold' | null;
  address: string | null;
  postcode: string | null;
  district: string | null;
  country: 'England' | 'Wales';
  multiple_addresses: boolean;
  price_paid: number | null;
  proprietors: ProprietorRow[];
  added: string | null;
}

/** A title in either file; a title of both has proprietors in both. Primary key of company_titles. */
export async function titleRows(db: Queryable, title_number: string): Promise<TitleRow[]> {
  const { rows } = await db.query<TitleRow>({
    name: 'company-title',
    text: `select dataset, title_number, tenure, address, postcode, district, country, multiple_addresses, price_paid,
             proprietors, added
           from company_titles where dataset in ('ccod', 'ocod') and title_number = $1 order by dataset`,
    values: [title_number],
  });
  return rows;
}

/** Addresses of a postcode; index addresses_postcode. */
export async function addressesOfPostcode(
  db: Queryable,
  postcode: string,
): Promise<{ uprn: number; address: string; postcode: string }[]> {
  const { rows } = await db.query<{ uprn: number; address: string; postcode: string }>({
    name: 'addresses-of-postcode',
    text: 'select uprn, address, postcode from addresses where postcode = $1 order by uprn',
    values: [postcode],
  });
  return rows;
}
