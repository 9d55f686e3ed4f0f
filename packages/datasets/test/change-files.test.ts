import { refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

it('change files do not bring back a title that a later change file deleted, unless forced', async () => {
  const names =
    'Title Number,Tenure,Property Address,District,County,Region,Postcode,Multiple Address Indicator,Price Paid,Proprietor Name (1),Company Registration No. (1),Proprietorship Category (1),Country Incorporated (1),Date Proprietor Added,Additional Proprietor Indicator';
  const line = (title: string, added: string) =>
    `${title},Freehold,1 Cod Lane,XANSHIRE,,SOUTH,,N,,SEAFRET XX LIMITED,,Corporate Body,JERSEY,${added},N`;
  const kept = Array.from({ length: 60 }, (_, i) => line(`XX${700_101 + i}`, '20-08-2026'));
  const sold = line('XX700001', '05-08-2026');
  const whole = (...lines: string[]) => s.loadText('ocod', [names, ...lines, ''].join('\n'));
  const changes = (text: string, options = {}) =>
    s.loadText('ocod', `${names},Change Indicator,Change Date\n${text}\n`, options);
  const served = async () =>
    (await s.rows("select from company_titles where title_number = 'XX700001'")).length;

  await whole(sold, ...kept);
  await changes(`${sold},D,14-10-2026`);
  expect(await served()).toBe(0);
  const september = `${sold},A,12-09-2026`;
  expect((await refusal(changes(september))).message).toContain('but titles as of 2026-10-14 are served');
  const older = whole(sold, ...kept.slice(1));
  expect((await refusal(older)).message).toContain('but changes to 2026-10-14 are served');
  expect(await served()).toBe(0);
  // Bought by another company since.
  await changes(`${sold},A,02-11-2026`);
  expect(await served()).toBe(1);
  await changes(`${sold},D,03-11-2026`);
  await changes(september, { force: true });
  expect(await served()).toBe(1);
  await whole(...kept, line('XX700200', '27-10-2026'));
  expect((await refusal(changes(september))).message).toContain('but titles as of 2026-10-27 are served');
  expect(await served()).toBe(0);
});

it('change files of AddressBase Premium are refused, since they have only the changed records of a home', async () => {
  const street = '15,I,2,7000001,COD LANE,QUAY,HAVEN,SEASHIRE,ENG,2001-01-01,,2016-01-01,2001-01-01';
  const unit = (change: string, uprn: number) =>
    `21,${change},3,${uprn},1,2,2001-01-01,,620100.00,440100.00,53.811,1.343,1,9999,E,2001-01-01,,2016-01-01,2001-01-01,D,XE1 1AA,0`;
  const identifier = (change: string, uprn: number, number: number) =>
    `24,${change},5,${uprn},9999L${uprn % 100},ENG,1,2001-01-01,,2016-01-01,2001-01-01,,,,,,${number},,,,,7000001,1,,,Y`;
  const homes = [998000000001, 998000000002, 998000000003];
  const supply = (records: string[], options = {}) =>
    s.loadText('address-list', [street, ...records, ''].join('\r\n'), options);
  const full = homes.flatMap((uprn, i) => [unit('I', uprn), identifier('I', uprn, i + 1)]);
  await supply(full);
  const added = [unit('I', 998000000009), identifier('I', 998000000009, 9)];
  for (const change of [
    [unit('D', homes[0]!), identifier('D', homes[0]!, 1)],
    [identifier('U', homes[1]!, 22)],
  ]) {
    expect((await refusal(supply(change))).message).toContain('Load the full supply with --replace');
    const { message } = await refusal(supply([...change, ...added], { force: true }));
    expect(message).toContain('Load the full supply with --replace');
  }
  expect((await s.rows('select uprn from all_address_records() order by 1')).map(({ uprn }) => uprn)).toEqual(
    homes,
  );
  await supply([...full.slice(2), ...added], { replace: true, force: true });
  expect((await s.rows('select uprn from all_address_records() order by 1')).map(({ uprn }) => uprn)).toEqual(
    [...homes.slice(1), 998000000009],
  );
});
