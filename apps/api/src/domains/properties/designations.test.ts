import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
const samples = sandboxSamples();

beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const FIELDS = 'plot_size,flood_zone_2,flood_zone_3,conservation_area,designations';
const property = async (uprn: number) =>
  (await api.call(`/properties/${uprn}?fields=${FIELDS}&include=provenance`)).body;
const reason = (body: { meta: { warnings: { field: string; code: string }[] } }, field: string) =>
  body.meta.warnings.find((w) => w.field === field)?.code;

describe('the map layers of a property', () => {
  it('say whether it lies in a conservation area or a flood zone, with their source', async () => {
    expect(await property(samples.inConservationArea)).toMatchObject({
      conservation_area: true,
      provenance: { conservation_area: { source: 'planning-data', method: 'derived' } },
    });
    expect((await property(samples.outsideConservationAreas)).conservation_area).toBe(false);
    expect(await property(samples.inFloodZone3)).toMatchObject({ flood_zone_3: true });
    expect(await property(samples.inFloodZone2)).toMatchObject({ flood_zone_2: true, flood_zone_3: false });
    expect((await property(samples.inFloodZone2)).meta.sources.map((s: { id: string }) => s.id)).toContain(
      'flood-zones-england',
    );
  });

  it('put a home in flood zone 3 also in zone 2, whether or not the layer of zone 2 contains it', async () => {
    const both = { flood_zone_2: true, flood_zone_3: true };
    expect(await property(samples.inFloodZone3)).toMatchObject(both);
    const { rowCount } = await database.db.query(
      `delete from area_members m using areas a
        where a.id = m.area_id and a.dataset_no = m.dataset_no and a.kind = 'flood-zone-2' and m.uprn = $1`,
      [samples.inFloodZone3],
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(await property(samples.inFloodZone3)).toMatchObject(both);
  });

  it('give the plot of a house, and none for flats, shared parcels or homes in Scotland', async () => {
    const { rows } = await database.db.query(
      `select m.uprn, a.area_sqm from area_members m join areas a on a.id = m.area_id
         join energy_certificates e on e.uprn = m.uprn
        where a.kind = 'parcel' and e.property_type = 'detached'
          and (select count(*) from area_members o where o.area_id = a.id) = 1
          and (select count(*) from area_members o where o.uprn = m.uprn and o.dataset_no = m.dataset_no) = 1 limit 1`,
    );
    expect((await property(rows[0].uprn)).plot_size).toBeCloseTo(rows[0].area_sqm, 0);
    const flat = await property(samples.flat.uprn);
    expect(flat.plot_size).toBeNull();
    expect(reason(flat, 'plot_size')).toBe('not_recorded');
    const block = await property(samples.block.uprn);
    expect(block.plot_size).toBeNull();
    expect(block.meta.warnings.find((w: { field: string }) => w.field === 'plot_size').message).toContain(
      'share the parcel',
    );
    const scottish = await property(samples.scottishFlat.uprn);
    expect(scottish).toMatchObject({ plot_size: null, flood_zone_2: null, flood_zone_3: null });
    expect(reason(scottish, 'plot_size')).toBe('not_in_jurisdiction');
    expect(reason(scottish, 'flood_zone_3')).toBe('not_in_jurisdiction');
  });

  it('give null, not false, if no loaded source covers the place', async () => {
    const welsh = await property(samples.welshHouse.uprn);
    expect(welsh.conservation_area).toBeNull();
    expect(reason(welsh, 'conservation_area')).toBe('not_covered');
    expect(typeof welsh.flood_zone_3).toBe('boolean');
  });

  it('ignore the coverage of an earlier load once areas are published again', async () => {
    const outside = async () => {
      const answer = await property(samples.outsideConservationAreas);
      const designations = answer.designations.find(
        (one: { type: string }) => one.type === 'conservation_area',
      );
      const { conservation_area } = answer;
      return [
        conservation_area,
        designations.inside,
        conservation_area ?? reason(answer, 'conservation_area'),
      ];
    };
    const not_covered = [null, null, 'not_covered'];
    expect(await outside()).toEqual([false, false, false]);
    await database.db.query("update area_datasets set built_at = null where dataset = 'planning-data'");
    expect(await outside()).toEqual(not_covered);
    await database.db.query('delete from area_coverage');
    await database.db.query("update area_datasets set built_at = now() where dataset = 'planning-data'");
    expect(await outside()).toEqual(not_covered);
  });
});
