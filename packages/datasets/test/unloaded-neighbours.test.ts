import { toDegrees } from '@domesday/geography/grid';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Only one postcode of the country is loaded, at easting 400 km and northing 300 km.

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
  await s.loadText(
    'code-point-open',
    '"XE1 1AA",10,400000,300000,"E92000001","","","","E06999001","E05999001"\n',
  );
});
afterAll(() => s.drop());

const degreesAt = (metres_east: number) => {
  const { latitude, longitude } = toDegrees(400_000 + metres_east, 300_000);
  return `${latitude},${longitude}`;
};

it('gives a short let a postcode only if a loaded one is near', async () => {
  const header =
    'id,name,host_id,host_name,neighbourhood,latitude,longitude,room_type,price,minimum_nights,number_of_reviews,last_review,reviews_per_month,number_of_reviews_ltm,license\n';
  const lets = [400, 100_000].map(
    (metres, n) =>
      `${n},Eel House,9,A Host,Xanbury,${degreesAt(metres)},Entire home/apt,90,2,5,2026-01-02,1,5,\n`,
  );
  await s.loadText('airbnb-listings', header + lets.join(''), { name: 'xanbury-2026-02-01-listings.csv' });
  expect(await s.rows('select postcode from short_lets order by id')).toEqual([
    { postcode: 'XE1 1AA' },
    { postcode: null },
  ]);
});

it('assigns applications to an authority only if most of them lie in it', async () => {
  const sites = (authority: string, metres: number[]) =>
    metres.map(
      (east, n) => `${authority}/${n},${n} Eel Row,Extension,,01/03/2024,${authority},${degreesAt(east)}\n`,
    );
  const text = [...sites('Xanshire', [100, 200, 9000]), ...sites('Yarrowshire', [300, 8000, 9000])];
  await s.loadText(
    'planning-applications',
    `Ref,Site,Proposal,Decision,Received,Authority,Lat,Lng\n${text.join('')}`,
    {
      mapping: {
        columns: {
          ...{ reference: 'Ref', address: 'Site', description: 'Proposal', decision: 'Decision' },
          ...{ received: 'Received', authority_name: 'Authority', latitude: 'Lat', longitude: 'Lng' },
        },
      },
    },
  );
  expect(
    await s.rows('select distinct authority_name, authority_code from planning_applications order by 1'),
  ).toEqual([
    { authority_name: 'Xanshire', authority_code: 'E06999001' },
    { authority_name: 'Yarrowshire', authority_code: null },
  ]);
});

it('judges by applications from the whole of a file, not by those that it begins with', async () => {
  const records = Array.from({ length: 400 }, (_, n) => {
    const [latitude, longitude] = degreesAt(n < 60 ? 9000 : 100)
      .split(',')
      .map(Number);
    const place = { address: `${n} Eel Row`, lat: latitude, lng: longitude };
    return {
      uid: `V${n}`,
      name: `Vexshire/V${n}`,
      authority_name: 'Vexshire',
      description: 'Porch',
      ...place,
    };
  });
  await s.loadText('planning-applications', JSON.stringify({ records }), { name: 'planit-whole.json' });
  expect(
    await s.rows(
      "select distinct authority_code from planning_applications where authority_name = 'Vexshire'",
    ),
  ).toEqual([{ authority_code: 'E06999001' }]);
});

it('corrects an authority that an earlier version derived wrongly, and keeps one that a file states', async () => {
  const records = [{ uid: 'A1', name: 'Zedshire/A1', authority_name: 'Zedshire', description: 'Extension' }];
  const [latitude, longitude] = degreesAt(100).split(',').map(Number);
  const page = {
    records: records.map((one) => ({ ...one, lat: latitude, lng: longitude, address: '1 Eel Row' })),
  };
  await s.loadText('planning-applications', JSON.stringify(page), { name: 'planit.json' });
  await s.loadText(
    'planning-applications',
    'Ref,Site,Proposal,Received,Authority\nW/1,1 Eel Row,Extension,01/03/2024,Wexshire\n',
    {
      mapping: {
        authority_code: 'E06999777',
        columns: {
          ...{ reference: 'Ref', address: 'Site', description: 'Proposal' },
          ...{ received: 'Received', authority_name: 'Authority' },
        },
      },
    },
  );
  await s.rows("update planning_applications set authority_code = 'E06999888' where source = 'planit'");
  await s.rows("update derived_builds set inputs = split_part(inputs, ' edition:', 1)");
  await s.loadText(
    'code-point-open',
    '"XE1 1AB",10,400200,300000,"E92000001","","","","E06999001","E05999001"\n',
  );
  expect(
    await s.rows(
      "select authority_name, authority_code from planning_applications where authority_name ~ '^[ZW]' order by 1",
    ),
  ).toEqual([
    { authority_name: 'Wexshire', authority_code: 'E06999777' },
    { authority_name: 'Zedshire', authority_code: 'E06999001' },
  ]);
});

it('finds the authority of applications by its name even if the name is loaded after them', async () => {
  const record = (name: string) => ({
    ...{ uid: 'B1', name: `${name}/B1`, authority_name: name, description: 'Extension' },
    ...{ address: '1 Eel Row', start_date: '2026-01-02' },
  });
  const page = { records: ['Hakeshire', 'Brillshire'].map(record) };
  await s.loadText('planning-applications', JSON.stringify(page), { name: 'planit-names.json' });
  const found = () =>
    s.rows(
      `select authority_name as name, authority_code as code from planning_applications
        where authority_name in ('Hakeshire', 'Brillshire') and authority_code is not null order by 1`,
    );
  const hakeshire = { name: 'Hakeshire', code: 'E06999011' };
  expect(await found()).toEqual([]);
  await s.loadText(
    'uk-hpi',
    'Date,RegionName,AreaCode,AveragePrice,Index\n01/07/2026,Hakeshire,E06999011,200000,101.5\n',
  );
  expect(await found()).toEqual([hakeshire]);

  await s.loadText(
    'epc-domestic',
    'certificate_number,address1,postcode,property_type,current_energy_rating,total_floor_area,number_habitable_rooms,inspection_date,lodgement_date,local_authority,local_authority_label,uprn\n' +
      '1,1 Eel Row,XE1 1AA,House,C,80,4,2020-02-29,2020-03-01,E06999012,Brillshire,998000000001\n',
  );
  expect(await found()).toEqual([{ name: 'Brillshire', code: 'E06999012' }, hakeshire]);
  expect(
    await s.rows(
      "select authority_code as code from planning_authorities where authority_code ~ '01[12]$' order by 1",
    ),
  ).toEqual([{ code: 'E06999011' }, { code: 'E06999012' }]);
});
