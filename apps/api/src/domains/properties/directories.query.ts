import { loaderBy, type RowOf, sql, statement } from '@domesday/db';
import type { Context } from '../../http/handler.ts';
import type { PropertyRow } from './get.query.ts';
import type { ToldOf } from './model.ts';
import { toldOf } from './outcode-told.query.ts';

/** Which directory has what is told of the postcode; the nation may also be from the source of the address. */
const DIRECTORIES = {
  country_from: 'text',
  authority_from: 'text',
  centre_from: 'text',
  postcode_country: 'text?',
  in_onspd: 'bool',
} as const;
type Directories = RowOf<typeof DIRECTORIES>;
/** With what is loaded of the outcode of the home: `toldOf`. */
export type PlacedRow = PropertyRow & Directories & { told_of: ToldOf };

/**
 * `postcodes` has what the ONS directory tells of a postcode, and of the rest what Code-Point Open does. Primary keys
 * of addresses and both directories.
 */
const directoriesByUprn = statement({
  name: 'property-directories-by-uprn',
  parameters: { keys: 'json' },
  row: { line: 'int4', ...DIRECTORIES },
  build: ({ keys }) => sql`
    select k.line,
      case when a.country is distinct from coalesce(o.country, c.country) then a.source
           when o.country is not null then 'onspd' else 'code-point-open' end as country_from,
      case when o.local_authority_code is not null then 'onspd' else 'code-point-open' end as authority_from,
      case when o.easting is not null then 'onspd' else 'code-point-open' end as centre_from,
      coalesce(o.country, c.country) as postcode_country, o.postcode is not null as in_onspd
    from json_to_recordset(${keys}) as k (line integer, uprn bigint)
    join addresses a on a.uprn = k.uprn
    left join onspd_postcodes o on o.postcode = a.postcode
    left join code_point_postcodes c on c.postcode = a.postcode`,
});
const directories = loaderBy<{ uprn: number }, Directories>(directoriesByUprn);

/**
 * The row with what is loaded of its outcode, and its directories, which are clear of nearly all homes and looked up
 * for the others alone.
 */
export async function withDirectories(context: Context, row: PropertyRow): Promise<PlacedRow> {
  const { db, loaded } = context;
  const { uprn, country, lsoa_code, local_authority_code } = row;
  const in_onspd = loaded('onspd');
  // The ONS directory alone tells small areas. Codes are told only where postcode and home are in the same nation.
  const is_clear = in_onspd ? lsoa_code !== null : local_authority_code !== null || country === null;
  const from = in_onspd ? 'onspd' : 'code-point-open';
  const usual = {
    country_from: from,
    authority_from: from,
    centre_from: from,
    postcode_country: country,
    in_onspd,
  };
  const [told_of, found] = await Promise.all([
    toldOf(context, row),
    is_clear ? null : directories(db, { uprn }),
  ]);
  return { ...row, ...(found ?? usual), told_of };
}
