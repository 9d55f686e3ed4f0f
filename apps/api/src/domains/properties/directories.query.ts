import { loaderBy, type RowOf, sql, statement } from '@domesday/db';
import type { Context } from '../../http/handler.ts';
import type { PropertyRow } from './get.query.ts';
import { loadedForHome } from './loaded-in-outcode.query.ts';
import type { LoadedHere } from './model.ts';

/** Which directory each value of the postcode comes from. The nation may also come from the source of the address. */
const DIRECTORIES = {
  country_from: 'text',
  authority_from: 'text',
  centre_from: 'text',
  postcode_country: 'text?',
  in_onspd: 'bool',
} as const;
type Directories = RowOf<typeof DIRECTORIES>;
/** The row with its directories, and with what is loaded for the outcode of the home (see `loadedForHome`). */
export type PlacedRow = PropertyRow & Directories & { loaded_here: LoadedHere };

/**
 * The directories behind `postcodes`, which prefers the ONS directory and takes the rest from Code-Point Open. Primary
 * keys of addresses and both directories.
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
 * Adds to a row what is loaded for its outcode, and its directories. For nearly all homes the directories are evident;
 * only for the others they are looked up.
 */
export async function withDirectories(context: Context, row: PropertyRow): Promise<PlacedRow> {
  const { db, loaded } = context;
  const { uprn, country, lsoa_code, local_authority_code } = row;
  const in_onspd = loaded('onspd');
  // Only the ONS directory gives small areas. Codes are given only if postcode and home are in the same nation.
  const is_clear = in_onspd ? lsoa_code !== null : local_authority_code !== null || country === null;
  const from = in_onspd ? 'onspd' : 'code-point-open';
  const usual = {
    country_from: from,
    authority_from: from,
    centre_from: from,
    postcode_country: country,
    in_onspd,
  };
  const [loaded_here, found] = await Promise.all([
    loadedForHome(context, row),
    is_clear ? null : directories(db, { uprn }),
  ]);
  return { ...row, ...(found ?? usual), loaded_here };
}
