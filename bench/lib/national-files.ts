import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { degreesOfCorner } from '@domesday/geography/grid';

/** Rows of the whole country, from the publishers' own counts. */
export const COUNTRY = { postcodes: 1_700_000, homes: 33_000_000, sales: 30_000_000 };

/** Postcodes in an outcode, chosen so that there are about as many outcodes as in the real country. */
const PER_OUTCODE = 700;
const PER_AREA = 95;
const NAMES = ['COD', 'HERRING', 'LING', 'SPRAT', 'PLAICE', 'TURBOT', 'WHELK', 'KELP', 'TERN', 'GANNET'];
const KINDS = ['STREET', 'ROAD', 'LANE', 'CLOSE', 'AVENUE', 'WAY', 'GROVE', 'DRIVE'];
const TYPES = ['D', 'S', 'T', 'F'];
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';
const AREAS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A made-up country of any size. Its postcodes begin with X, like no real postcode. */
export interface MadeUp {
  postcodes: number;
  homes: number;
  sales: number;
}

export function ofScale(scale: number): MadeUp {
  return {
    postcodes: Math.round(COUNTRY.postcodes * scale),
    homes: Math.round(COUNTRY.homes * scale),
    sales: Math.round(COUNTRY.sales * scale),
  };
}

export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(batched(lines)), createWriteStream(path));
}

function* batched(lines: Iterable<string>): Generator<string> {
  let batch = '';
  for (const line of lines) {
    batch += line;
    if (batch.length > 256 * 1024) {
      yield batch;
      batch = '';
    }
  }
  yield batch;
}

function postcodeOf(n: number): string {
  const outcode = Math.floor(n / PER_OUTCODE);
  const own = n % PER_OUTCODE;
  const unit = own % 400;
  const area = `X${AREAS[Math.floor(outcode / PER_AREA)]}`;
  return `${area}${1 + (outcode % PER_AREA)} ${Math.floor(own / 400)}${LETTERS[Math.floor(unit / 20)]}${LETTERS[unit % 20]}`;
}

function street(n: number): string {
  return `${NAMES[n % 10]}${NAMES[Math.floor(n / 10) % 10]} ${KINDS[n % 8]}`;
}

/** A made-up home. In every fifth street the homes are flats of one building. */
function home(country: MadeUp, n: number) {
  const each = Math.ceil(country.homes / country.postcodes);
  const at = Math.floor(n / each);
  const number = 1 + (n % each);
  const flat = at % 5 === 0;
  return {
    postcode: postcodeOf(at),
    street: street(at),
    paon: flat ? 'PIER HOUSE' : String(number),
    saon: flat ? `FLAT ${number}` : '',
    flat,
    ...gridOf(at),
  };
}

/** The place of a postcode by its number. */
export function gridOf(n: number): { easting: number; northing: number } {
  return { easting: 100_000 + (n % 1300) * 400, northing: 100_000 + Math.floor(n / 1300) * 400 };
}

const POSTCODE_HEADER =
  'pcds,dointr,doterm,lad25cd,oa21cd,lsoa21cd,msoa21cd,ctry25cd,rgn25cd,pfa23cd,gridind,east1m,north1m,lat,long\n';

/** The directory of postcodes, with columns of 2025. `moved_m` puts every one further east. */
export function* postcodeLines(from: number, count: number, moved_m = 0): Generator<string> {
  yield POSTCODE_HEADER;
  for (let n = from; n < from + count; n++) yield postcodeLine(postcodeOf(n), n, moved_m);
}

/** Postcodes of a separate postcode area. */
export function* remotePostcodes(count: number, moved_m = 0): Generator<string> {
  yield POSTCODE_HEADER;
  for (let n = 0; n < count; n++) yield postcodeLine(`ZE99 9A${LETTERS[n]}`, n, moved_m);
}

function postcodeLine(postcode: string, n: number, moved_m: number): string {
  const { easting, northing } = gridOf(n);
  const small = String(1 + (Math.floor(n / 45) % 35_000)).padStart(5, '0');
  const large = String(1 + (Math.floor(n / 200) % 7000)).padStart(5, '0');
  const authority = `E06${String(900 + (Math.floor(n / 5000) % 99)).padStart(6, '0')}`;
  return `${postcode},199501,,${authority},E00${small}9,E01${small}0,E02${large}0,E92000001,E12000001,E23000001,1,${easting + moved_m},${northing},,\n`;
}

/** The operator's list, from one home to another. */
export function* addressLines(
  country: MadeUp,
  from: number,
  count: number,
  town = 'HAVEN',
): Generator<string> {
  yield 'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n';
  for (let n = from; n < from + count; n++) {
    const { saon, paon, street: road, postcode, flat, easting, northing } = home(country, n);
    const first = flat ? `${saon}, ${paon}, ${road}` : `${paon} ${road}`;
    yield `${900_000_000_000 + n},"${first}, ${town}, ${postcode}",${postcode},${easting},${northing}\n`;
  }
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The number of the sale is the end of its identifier; its beginning is scattered as real ones are. */
function transactionId(n: number): string {
  const scattered = (Math.imul(n, 0x9e3779b1) >>> 0).toString(16).toUpperCase().padStart(8, '0');
  return `{${scattered}-0000-0000-0000-${n.toString(16).toUpperCase().padStart(12, '0')}}`;
}

/** The number of the home that was sold in a sale. */
function homeSold(country: MadeUp, sale: number): number {
  return (Math.imul(sale + 1, 0x85ebca6b) >>> 0) % country.homes;
}

/** Sales in the layout of the bulk files, numbered on from `from`. */
export function* saleLines(
  country: MadeUp,
  from: number,
  count: number,
  { status = 'A', seed = 20_261_122 }: { status?: 'A' | 'C' | 'D'; seed?: number } = {},
): Generator<string> {
  const random = randomFrom(seed);
  const two = (n: number) => String(n).padStart(2, '0');
  for (let n = from; n < from + count; n++) {
    const { saon, paon, street: road, postcode, flat } = home(country, homeSold(country, n));
    const date = `${1995 + random(31)}-${two(1 + random(12))}-${two(1 + random(28))} 00:00`;
    const type = flat ? 'F' : TYPES[random(3)];
    yield `"${transactionId(n)}","${20_000 + random(900) * 1000}","${date}","${postcode}","${type}","N","${flat ? 'L' : 'F'}","${paon}","${saon}","${road}","","HAVEN","SEAFORD","SEASHIRE","A","${status}"\n`;
  }
}

/** The registry's look-up of sales to homes, for `count` sales beginning with number `from`. */
export function* lookupLines(country: MadeUp, from: number, count: number): Generator<string> {
  for (let n = from; n < from + count; n++)
    yield `${transactionId(n)},${900_000_000_000 + homeSold(country, n)}\n`;
}

/** A monthly change file: nine in ten rows are new sales; the others change or delete served sales, half each. */
export function* monthLines(country: MadeUp, rows: number): Generator<string> {
  const tenth = Math.round(rows / 20);
  yield* saleLines(country, country.sales, rows - 2 * tenth, { seed: 7 });
  yield* saleLines(country, 1000, tenth, { status: 'C', seed: 8 });
  yield* saleLines(country, 500_000 % (country.sales / 2), tenth, { status: 'D', seed: 9 });
}

/** A point for every home, in the layout of OS Open UPRN. */
export function* pointLines(country: MadeUp): Generator<string> {
  yield '\uFEFFUPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n';
  for (let n = 0; n < country.homes; n++) {
    const { easting, northing } = home(country, n);
    const at = [easting + (n % 20), northing + 5] as const;
    const [longitude, latitude] = degreesOfCorner(...at);
    yield `${900_000_000_000 + n},${at[0]}.0,${at[1]}.0,${latitude.toFixed(7)},${longitude.toFixed(7)}\n`;
  }
}

const CERTIFICATE_HEADER =
  'certificate_number,address1,address2,address3,postcode,posttown,property_type,built_form,current_energy_rating,current_energy_efficiency,potential_energy_rating,total_floor_area,number_habitable_rooms,construction_age_band,tenure,transaction_type,inspection_date,lodgement_date,local_authority,local_authority_label,country,uprn,uprn_source\n';

/** The certificates of one year out of `years`; over all years together nine homes in ten have one. */
export function* certificateLines(country: MadeUp, year: number, years: number): Generator<string> {
  yield CERTIFICATE_HEADER;
  for (let n = year; n < country.homes; n += years) {
    if (n % 10 === 3) continue;
    const { saon, paon, street: road, postcode, flat } = home(country, n);
    const number = String(n)
      .padStart(20, '0')
      .replace(/(\d{4})(?=\d)/g, '$1-');
    const lodged = `${2012 + year}-0${1 + (n % 9)}-15`;
    const first = flat ? `"${saon}, ${paon}",${road}` : `${paon} ${road},`;
    yield `${number},${first},,${postcode},HAVEN,${flat ? 'Flat' : 'House'},Mid-Terrace,c,70,b,${50 + (n % 90)},${2 + (n % 5)},England and Wales: 1967-1975,Owner-occupied,marketed sale,${lodged},${lodged},E06000900,Xanshire,England,${n % 50 === 7 ? '' : 900_000_000_000 + n},Energy Assessor\n`;
  }
}

/** The monthly index of the nation only, in the layout of the full file. */
export function* indexLines(): Generator<string> {
  yield 'Date,RegionName,AreaCode,AveragePrice,Index,SalesVolume\n';
  for (let month = 0; month < 12 * 31; month++) {
    const year = 1995 + Math.floor(month / 12);
    const price = Math.round(60_000 * 1.004 ** month);
    yield `01/${String(1 + (month % 12)).padStart(2, '0')}/${year},England,E92000001,${price},${(price / 600).toFixed(2)},60000\n`;
  }
}

/** A UPRN and the postcode of a made-up home. */
export function someHome(country: MadeUp, n: number): { uprn: number; postcode: string; address: string } {
  const { saon, paon, street: road, postcode } = home(country, n);
  return { uprn: 900_000_000_000 + n, postcode, address: `${saon} ${paon} ${road}`.trim() };
}
