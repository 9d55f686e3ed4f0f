import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesOf, listOf } from '../src/lib/address-columns.ts';
import { csvTextOf, rowsOf, separatorOf, textOf } from '../src/lib/csv-text.ts';
import { faultsOf, missing, openPortal, type Portal } from './browser.ts';

/** Made up, as Excel saves a plain CSV in a locale with decimal commas: semicolons, and not UTF-8. */
const LIST = [
  'Ref;Address 1;Town;Post Code;Email address',
  '0012;9 Quaxley Street;Xanbury;XE1 1AA;=1+1',
  '0013;"11 Quaxley Street";Xanbury;XE1 1AA;caf\u00e9@made-up.example',
  '0014;9 Quaxley Street;Xanbury;XE1 1AA;',
  '0015;400 Quaxley Street;Xanbury;XE1 1AA;',
  '0016;;;;nobody@made-up.example',
  '',
  '0017;;;;',
  '',
].join('\r\n');
const csv = { name: 'homes.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST, 'latin1') };

async function saved(page: Page): Promise<string[][]> {
  const link = page.getByRole('link', { name: /^Save as/ });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const text = await readFile(await file.path(), 'utf8');
  // Excel reads a file as UTF-8 only if it begins with this mark.
  expect(text.charAt(0)).toBe('\uFEFF');
  // The same separator as in the list: a spreadsheet with decimal commas reads no other.
  if (text.includes('Ref')) expect(separatorOf(text)).toBe(';');
  return rowsOf(text);
}

describe.skipIf(missing)('the page for a list of addresses', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('shows the price first, charges each home once, and returns the table with each result and its reason', async () => {
    const { secret } = await portal.api.newKey();
    const { page, complaints, close } = await portal.visit('/addresses', { key: secret });
    const file = page.getByLabel('A CSV file');
    await file.setInputFiles({ ...csv, buffer: Buffer.from('') });
    await page.getByText('This file is empty.').waitFor();
    // As if a spreadsheet had saved the file again under the same name.
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), file.click()]);
    expect(await file.inputValue()).toBe('');
    await chooser.setFiles(csv);
    await page
      .getByText('4 rows with an address. The first is “9 Quaxley Street, Xanbury, XE1 1AA”.')
      .waitFor();
    await page.getByText('At most 3 credits').waitFor();
    await page.getByLabel('Its sale value').check();
    await page.getByText('At most 12 credits').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Find the homes' }).press('Enter');
    await page.getByText('Of 4 rows with an address 3 found, 0 to check, 1 not found.').waitFor();
    await page.locator('.session', { hasText: /8 credits\D*92 left/ }).waitFor();
    const [names, ...rows] = await saved(page);
    expect(names!.slice(5).join()).toBe(
      'uprn,found_address,found_postcode,result,value,value_low,value_high,confidence,why_not',
    );
    const [first, second, third, fourth, fifth, sixth, seventh] = rows;
    expect(first).toEqual([
      ...['0012', '9 Quaxley Street', 'Xanbury', 'XE1 1AA', "'=1+1", '998000000005'],
      ...['9 QUAXLEY STREET, XANBURY, XE1 1AA', 'XE1 1AA', 'found'],
      ...[/^\d{6}$/, /^\d{6}$/, /^\d{6}$/, /./].map((form) => expect.stringMatching(form)),
      '',
    ]);
    expect(second!.slice(4, 6)).toEqual(['café@made-up.example', '998000000006']);
    expect(third!.slice(5)).toEqual(first!.slice(5));
    expect([fourth![8], fourth![13]]).toEqual(['not found', expect.stringMatching(/^No address .* agrees/)]);
    expect(fourth![13]).not.toContain('addresses.search');
    expect(fifth![13]).toBe('No address in this row.');
    // The rows are in the given order, the blank one included.
    expect([sixth!.slice(0, 5).join(''), seventh![0]]).toEqual(['', '0017']);
    await page.getByText('it costs nothing more').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the price of rents and of values first, and returns both, with a reason if one is missing', async () => {
    const { secret } = await portal.api.newKey();
    const { page, complaints, close } = await portal.visit('/addresses', { key: secret });
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA\n11 Quaxley Street, XE1 1AA');
    await page.getByLabel('Its rent').check();
    await page
      .getByText('At most 8 credits: 1 credit for each address that is found and 3 for each rent.')
      .waitFor();
    await page.getByLabel('Its sale value').check();
    await page.getByText('At most 14 credits').waitFor();
    await page.route('**/v1/batch?operation=valuations.rental*', async (route) => {
      const response = await route.fetch();
      const [first, second, ...rest] = (await response.text()).split('\n');
      const error = { code: 'bedrooms_required', message: 'No record tells its rooms: give bedrooms.' };
      const refused = { ...JSON.parse(second!), status: 422, credits: 0, body: undefined, error };
      await route.fulfill({ response, body: [first, JSON.stringify(refused), ...rest].join('\n') });
    });
    await page.getByRole('button', { name: 'Find the homes' }).click();
    await page.getByText('2 found, 0 to check, 0 not found').waitFor();
    const [names, ...rows] = await saved(page);
    const [first, second] = rows.map((row) => Object.fromEntries(names!.map((name, i) => [name, row[i]])));
    const { rent_pcm, lower_pcm, upper_pcm } = (await portal.api.call('/valuations/998000000005/rental'))
      .body;
    expect(first).toMatchObject({
      value: expect.stringMatching(/^\d{6}$/),
      rent_pcm: String(rent_pcm),
      rent_low: String(lower_pcm),
      rent_high: String(upper_pcm),
      rent_confidence: 'High',
      why_not: '',
    });
    expect(second).toMatchObject({
      value: expect.stringMatching(/^\d{6}$/),
      rent_pcm: '',
      why_not: 'No record tells its rooms.',
    });
    await page.getByText('it costs nothing more').waitFor();
    await page.goto(`${portal.origin}/docs`);
    await page.goto(`${portal.origin}/addresses`);
    await page.getByText('it costs nothing more').waitFor();
    expect(await page.getByLabel('Its rent').isChecked()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('refers a list of UPRNs to a batch, and shows no such note for a list of addresses', async () => {
    const { page, close } = await portal.visit('/addresses', { quiet: false });
    const told = page.locator('section', { hasText: 'What the address is made of' }).getByRole('status');
    for (const list of ['998000000005\n998000000006', 'UPRN\n998000000005', 'UPRN 998000000005']) {
      await page.getByLabel('Or addresses').fill(list);
      await told.getByText('This page looks up addresses, not UPRNs').waitFor();
    }
    expect(await faultsOf(page)).toEqual([]);
    const href = await told.getByRole('link', { name: 'a batch' }).getAttribute('href');
    expect((await fetch(`${portal.origin}${href}`)).status).toBe(200);
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA\n11 Quaxley Street, XE1 1AA');
    await told.getByText('2 rows with an address').waitFor();
    expect(await told.textContent()).not.toContain('UPRN');
    await close();
  });

  it('gives each added column a name that the list does not have yet, whatever its capitals', async () => {
    const { page, close } = await portal.visit('/addresses', { quiet: false });
    await page
      .getByLabel('Or addresses')
      .fill('UPRN,Address,value,value_2,why_not\n1,"9 Quaxley Street, XE1 1AA",,,');
    await page.getByLabel('Its sale value').check();
    await page.getByRole('button', { name: 'Find the homes' }).click();
    const [names, first] = await saved(page);
    expect(names).toEqual([
      ...['UPRN', 'Address', 'value', 'value_2', 'why_not'],
      ...['uprn_2', 'found_address', 'found_postcode', 'result'],
      ...['value_3', 'value_low', 'value_high', 'confidence', 'why_not_2'],
    ]);
    expect([first![0], first![5]]).toEqual(['1', '998000000005']);
    await close();
  });

  it('returns the same interval of a value as the page of the home, even after the list was left', async () => {
    const { page, close } = await portal.visit('/addresses', { quiet: false });
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA');
    await page.getByLabel('Its sale value').check();
    await page.getByRole('button', { name: 'Find the homes' }).click();
    await page.getByText('held 80 of 100 past sales').waitFor();
    const { low, high } = (await portal.api.call('/valuations/998000000005/sale')).body.interval_80;
    const range = async () => {
      const [names, first] = await saved(page);
      return ['value_low', 'value_high'].map((name) => Number(first![names!.indexOf(name)]));
    };
    expect(await range()).toEqual([low, high]);
    await page.goto(`${portal.origin}/docs`);
    await page.goto(`${portal.origin}/addresses`);
    await page.getByRole('link', { name: /^Save as/ }).waitFor();
    expect(await range()).toEqual([low, high]);
    await close();
  });

  it('charges nothing twice after an answer broke off, and shows the rows that were answered', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit('/addresses', { key: secret, quiet: false });
    let cut = 1;
    await page.route('**/v1/batch*', async (route) => {
      const response = await route.fetch();
      const [first] = (await response.text()).split('\n');
      await route.fulfill(cut-- > 0 ? { response, body: `${first}\n` } : { response });
    });
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA\n11 Quaxley Street, XE1 1AA');
    await page.getByRole('button', { name: 'Find the homes' }).click();
    await page.getByText('The answer broke off before its end.').waitFor();
    await page.getByText('1 found, 0 to check, 0 not found, 1 not answered').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('2 found, 0 to check, 0 not found').waitFor();
    const { body } = await portal.api.call('/account', { key: secret });
    expect(body.credits).toMatchObject({ remaining: 98 });
    await close();
  });

  it('offers a file only if there are results, and not for a batch that never reached the server', async () => {
    const { page, close } = await portal.visit('/addresses', { quiet: false });
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA');
    const find = page.getByRole('button', { name: 'Find the homes' });
    await page.route('**/v1/batch*', (route) => route.abort());
    await find.click();
    await page.getByText('The server cannot be reached.').waitFor();
    await page
      .getByText('Of 1 row with an address 0 found, 0 to check, 0 not found, 1 not answered.')
      .waitFor();
    expect(await page.getByRole('link', { name: /^Save as/ }).count()).toBe(0);
    await page.unroute('**/v1/batch*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Of 1 row with an address 1 found').waitFor();
    expect(await page.getByRole('link', { name: /^Save as/ }).count()).toBe(1);
    await close();
  });

  it('charges no row twice if a list was stopped and then changed', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit('/addresses', { key: secret, quiet: false });
    let cut = 1;
    await page.route('**/v1/batch*', async (route) => {
      const response = await route.fetch();
      const [first] = (await response.text()).split('\n');
      await route.fulfill(cut-- > 0 ? { response, body: `${first}\n` } : { response });
    });
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA\n400 Quaxley Street, XE1 1AA');
    await page.getByRole('button', { name: 'Find the homes' }).click();
    await page.getByText('The answer broke off before its end.').waitFor();
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA\n11 Quaxley Street, XE1 1AA');
    await page.getByText('At most 1 credit:').waitFor();
    await page.getByRole('button', { name: 'Find the homes' }).click();
    await page.getByText('2 found, 0 to check, 0 not found').waitFor();
    const { body } = await portal.api.call('/account', { key: secret });
    expect(body.credits).toMatchObject({ remaining: 98 });
    await close();
  });

  it('keeps the list and its results while another page is shown, until the user signs out', async () => {
    const { page, close } = await portal.visit('/addresses', { quiet: false });
    await page.getByLabel('A CSV file').setInputFiles(csv);
    await page.getByLabel('Email address').check();
    await page.getByLabel('Email address').uncheck();
    await page.getByLabel('Its sale value').check();
    await page.getByRole('button', { name: 'Find the homes' }).click();
    await page.getByRole('link', { name: /^Save as/ }).waitFor();
    const before = await saved(page);
    await page.getByRole('link', { name: 'Docs', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /./ }).waitFor();
    await page.goto(`${portal.origin}/addresses`);
    await page.getByRole('link', { name: /^Save as/ }).waitFor();
    expect(await saved(page)).toEqual(before);
    await page.getByText('it costs nothing more').waitFor();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.waitForURL(`${portal.origin}/`);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Quaxley');
    await close();
  });

  it('reports an address as not answered, instead of not found, if no source of addresses is loaded', async () => {
    const { page, close } = await portal.visit('/addresses', { quiet: false });
    const error = { code: 'source_not_loaded', message: 'No source of addresses is loaded.' };
    await page.route('**/v1/batch*', (route) =>
      route.fulfill({
        contentType: 'application/x-ndjson',
        body: `${JSON.stringify({ index: 0, status: 404, credits: 0, error })}\n`,
      }),
    );
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA');
    await page.getByRole('button', { name: 'Find the homes' }).click();
    await page.getByText('0 found, 0 to check, 0 not found, 1 not answered').waitFor();
    expect((await saved(page))[1]!.slice(-2)).toEqual(['not answered', error.message]);
    await page.getByText('At most 1 credit').waitFor();
    await close();
  });

  it('marks the rows for which no credits were left, and requests only those once there are credits', async () => {
    const { secret, key_id } = await portal.api.newKey({ monthly_cap: 1 });
    const { page, close } = await portal.visit('/addresses', { key: secret, quiet: false });
    await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA\n11 Quaxley Street, XE1 1AA');
    await page.getByText(/You have 1: the last rows may stay without an answer/).waitFor();
    const find = page.getByRole('button', { name: 'Find the homes' });
    await find.click();
    await page.getByText('1 found, 0 to check, 0 not found, 1 not answered').waitFor();
    const [, , second] = await saved(page);
    expect(second!.at(-1)).toMatch(/credit|cap/);
    await portal.database.db.query('update api_keys set monthly_cap = null where id = $1', [key_id]);
    const asked = page.waitForRequest('**/v1/batch*');
    await find.click();
    expect((await asked).postData()).toBe('{"address":"11 Quaxley Street, XE1 1AA"}\n');
    await page.getByText('2 found, 0 to check, 0 not found').waitFor();
    await close();
  });
});

describe('the text of a table', () => {
  it('is read with commas, semicolons, tabs, quotes and blank lines, and written so that no cell is a formula', () => {
    const rows = [['name', 'a "b", c\nd'], [], [], ['-5', '@x']];
    expect(rowsOf('\uFEFF\n,\nname,"a ""b"", c\nd"\r\n\r\n,\n-5,@x\n,\n')).toEqual(rows);
    for (const separator of [';', '\t']) expect(rowsOf(`a, b${separator}c`)).toEqual([['a, b', 'c']]);
    expect(rowsOf('12" pipe,x\n"cut')).toEqual([['12" pipe', 'x'], ['"cut']]);
    expect(csvTextOf(rows)).toBe('\uFEFFname,"a ""b"", c\nd"\r\n\r\n\r\n-5,\'@x\r\n');
    const formulas = ['=1', '\0=1', '\uFF1D1'];
    expect(csvTextOf([formulas], '|')).toBe(`\uFEFF${formulas.map((one) => `'${one}`).join('|')}\r\n`);
    expect(csvTextOf([['a', 'b,c']], ';')).toBe('\uFEFFa;"b,c"\r\n');
  });

  it.each([
    ['Ref,Property,Postcode,Rent', 'Property,Postcode'],
    ['House No,Street,County,PCode,House price', 'House No,Street,County,PCode'],
    ['UPRN,ADDRESS_LINE_1,addressLine2,Postal Code,Email address', 'ADDRESS_LINE_1,addressLine2,Postal Code'],
    ['Tenant,Address (full),Property type,Phone number', 'Address (full)'],
    ['Property,Landlord,Rent', 'Property'],
    ['Landlord,Landlord address,Property address,Postcode', 'Property address,Postcode'],
    ['My homes,,\n\nRef,Address,Postcode', 'Address,Postcode'],
    ['Address,Postcode,uprn,found_address,found_postcode', 'Address,Postcode'],
    ['sep=;\nRef;Address;Postcode', 'Address,Postcode'],
    ['9 Quaxley Street,Xanbury,XE1 1AA', null],
  ])('has its address columns recognised by their names: %s', (names, parts) => {
    const list = listOf(rowsOf(`${names}\na,b,c,d,e`));
    expect(list.headed).toBe(parts !== null);
    if (parts) expect(list.rows[0]!.filter((_, i) => list.chosen[i]).join()).toBe(parts);
    else expect(addressesOf(list)[0]).toBe('9 Quaxley Street, Xanbury, XE1 1AA');
  });

  it.each([
    ['a workbook', 'PK\u0003\u0004', 'save it as CSV'],
    ['an old workbook', '\u00d0\u00cf\u0011\u00e0\0', 'save it as CSV'],
    ['another file', '%PDF-1.4\0', 'not text'],
  ])('is refused with advice if the file is %s', async (_, text, said) => {
    await expect(textOf(new Blob([Buffer.from(text, 'latin1')]))).rejects.toThrow(said);
  });

  it.each([
    ['UTF-8', [0x63, 0x61, 0x66, 0xc3, 0xa9, 0x0d, 0x0a]],
    ['the encoding of Windows', [0x63, 0x61, 0x66, 0xe9, 0x0d, 0x0a]],
    ['the encoding of a Mac', [0x63, 0x61, 0x66, 0x8e, 0x0d]],
    ['UTF-16', [0xff, 0xfe, 0x63, 0, 0x61, 0, 0x66, 0, 0xe9, 0, 0x0a, 0]],
    ['UTF-16 from a Mac', [0xfe, 0xff, 0, 0x63, 0, 0x61, 0, 0x66, 0, 0xe9, 0, 0x0a]],
  ])('is read in %s, as Excel saves it', async (_, bytes) => {
    expect(rowsOf(await textOf(new Blob([new Uint8Array(bytes)])))).toEqual([['caf\u00e9']]);
  });
});
