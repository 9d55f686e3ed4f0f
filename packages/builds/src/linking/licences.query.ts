import { matchReadings, prepareCandidates, prepareQuery } from '@domesday/addresses';
import { columnsOf, type DbClient, type RowOf, required, sql, statement } from '@domesday/db';
import { grouped } from '@domesday/loading/grouped';

const POSTCODES_AT_ONCE = 500;

const dropLinks = statement({
  name: 'drop-licence-links',
  build: () => sql`
    update hmo_licences set uprn = null, uprn_confidence = null where not uprn_recorded and uprn is not null`,
});

const UNLINKED = {
  ...columnsOf('hmo_licences', ['id', 'address']),
  ...required(columnsOf('hmo_licences', ['postcode'])),
};
type Unlinked = RowOf<typeof UNLINKED>;

const unlinkedLicences = statement({
  name: 'unlinked-licences',
  row: UNLINKED,
  build: () => sql`
    select id, address, postcode from hmo_licences
     where uprn is null and postcode is not null and licence_type is not null order by postcode`,
});

const findPositions = statement({
  name: 'place-licences',
  build: () => sql`
    update hmo_licences h
       set easting = p.easting, northing = p.northing, position = p.position, latitude = p.latitude,
           longitude = p.longitude, placed_by_postcode = p.by_postcode
      from hmo_licences k
      left join addresses a on a.uprn = k.uprn and a.position is not null
      left join postcodes c on c.postcode = k.postcode
      cross join lateral (
        select coalesce(a.easting, c.easting) as easting, coalesce(a.northing, c.northing) as northing,
               coalesce(a.position, c.position) as position, coalesce(a.latitude, c.latitude) as latitude,
               coalesce(a.longitude, c.longitude) as longitude,
               coalesce(a.position, c.position) is not null
                 and (a.position is null or a.position_source is not distinct from 'postcode') as by_postcode) p
     where h.id = k.id`,
});

const servedHomes = statement({
  name: 'served-homes-of-postcodes',
  parameters: { postcodes: '_text' },
  row: columnsOf('addresses', ['uprn', 'address', 'postcode']),
  build: ({ postcodes }) => sql`
    select uprn, address, postcode from addresses where postcode = any (${postcodes})`,
});

const writeLinks = statement({
  name: 'write-licence-links',
  parameters: { ids: '_int4', uprns: '_int8', confidences: '_float4' },
  build: ({ ids, uprns, confidences }) => sql`
    update hmo_licences h set uprn = f.uprn, uprn_confidence = f.confidence
      from unnest(${ids}::int[], ${uprns}::bigint[], ${confidences}::real[]) as f (id, uprn, confidence)
     where h.id = f.id`,
});

/**
 * Links licences without a recorded UPRN to the addresses of their postcode, and sets the position of every licence to
 * that of its property, else to the centroid of its postcode. Indexes: addresses_postcode, primary keys.
 */
export async function placeLicences(client: DbClient): Promise<void> {
  await dropLinks.run(client);
  const rows = await unlinkedLicences.rows(client);
  const byPostcode = grouped(rows, (row) => row.postcode);
  const postcodes = [...byPostcode.keys()];
  for (let i = 0; i < postcodes.length; i += POSTCODES_AT_ONCE) {
    await link(client, postcodes.slice(i, i + POSTCODES_AT_ONCE), byPostcode);
  }
  await findPositions.run(client);
}

async function link(
  client: DbClient,
  postcodes: string[],
  byPostcode: Map<string, Unlinked[]>,
): Promise<void> {
  const rows = await servedHomes.rows(client, { postcodes });
  const candidates = grouped(rows, (row) => row.postcode);
  const found: { id: number; uprn: number; confidence: number }[] = [];
  for (const postcode of postcodes) {
    const homes = candidates.get(postcode);
    if (!homes) continue;
    const prepared = prepareCandidates(homes);
    for (const licence of byPostcode.get(postcode) ?? []) {
      const query = prepareQuery(licence.address, licence.postcode);
      const { status, best } = matchReadings(query, prepared);
      if (best && (status === 'matched' || status === 'parent_only')) {
        found.push({ id: licence.id, uprn: best.candidate.uprn, confidence: best.confidence });
      }
    }
  }
  await writeLinks.run(client, {
    ids: found.map((f) => f.id),
    uprns: found.map((f) => f.uprn),
    confidences: found.map((f) => f.confidence),
  });
}
