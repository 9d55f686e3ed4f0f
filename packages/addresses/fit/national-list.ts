import { pick, pickSkewed, type Random, seeded, whole } from './random.ts';

/**
 * A made-up national list of addresses with a realistic mixture of houses, blocks, conversions, ranges, named houses,
 * Scottish tenements and Welsh streets. Areas begin with X or Q, so no postcode can be real.
 */
export interface GeneratedAddress {
  uprn: number;
  address: string;
  postcode: string;
  kind: AddressKind;
  easting: number;
  northing: number;
  parts: AddressParts;
}

export type AddressKind =
  | 'house'
  | 'suffix'
  | 'flat'
  | 'block'
  | 'named'
  | 'range'
  | 'scottish'
  | 'welsh'
  | 'parent';

export interface AddressParts {
  unit: string;
  number: string;
  building: string;
  street: string;
  locality: string;
  town: string;
}

const w = (text: string): string[] => text.trim().split(/\s+/);
const COMMON_STREETS =
  `HIGH STREET,STATION ROAD,MAIN STREET,CHURCH STREET,CHURCH LANE,VICTORIA ROAD,GREEN LANE,PARK ROAD,
MANOR ROAD,CHURCH ROAD,LONDON ROAD,QUEENS ROAD,NEW ROAD,MILL LANE,SCHOOL LANE,THE GREEN,KINGS ROAD,YORK ROAD,
THE CRESCENT,MAIN ROAD,CHAPEL STREET,NORTH STREET,WEST STREET,SOUTH STREET,THE AVENUE,GRANGE ROAD,ALBERT ROAD,
PARK AVENUE,BRIDGE STREET,ST JOHNS ROAD,ST MARYS ROAD,HIGHFIELD ROAD,WINDSOR ROAD,MARKET PLACE,THE CLOSE,
QUEEN STREET,KING STREET,STANLEY ROAD,SPRINGFIELD ROAD,ALEXANDRA ROAD,ORCHARD CLOSE,THE DRIVE,CHESTNUT AVENUE,
GEORGE STREET,MILL ROAD,BROADWAY,BACK LANE,WOODLANDS ROAD,ST PETERS ROAD,ST ANDREWS CLOSE,KINGSWAY,THE HEADLANDS,
HILLSIDE,RIVERSIDE,CHURCH HILL,CASTLE STREET,PARK LANE,PARK STREET,STATION APPROACH,ST MICHAELS CLOSE`
    .split(',')
    .map((name) => name.trim());
const TYPES =
  w(`ROAD ROAD ROAD ROAD STREET STREET STREET CLOSE CLOSE CLOSE AVENUE AVENUE LANE LANE DRIVE DRIVE DRIVE
WAY CRESCENT TERRACE GARDENS PLACE COURT GROVE WALK MEWS RISE VIEW HILL SQUARE GREEN`);
const WELSH_TYPES = w('HEOL FFORDD STRYD MAES LON CLOS RHODFA CAE PARC TREM BRYN');
const HOUSE_NAMES =
  w(`ROSE IVY ORCHARD HILL CHURCH MILL MANOR OAK ELM BEECH WILLOW HOLLY LAUREL PRIMROSE HONEYSUCKLE
STABLE GARDEN BROOK RIVER MEADOW WOOD WOODLANDS HIGH LOW NEW OLD WEST EAST NORTH SOUTH GREEN YEW ASH CHERRY APPLE
LITTLE THATCHED FOX BADGER OWL SWALLOW ROOK PHEASANT SPRING WINDMILL CHAPEL SCHOOL STATION COACH BAKERY FORGE`);
const HOUSE_TYPES = w(
  'COTTAGE COTTAGE COTTAGE HOUSE HOUSE HOUSE FARM FARM BARN LODGE VILLA BUNGALOW FARMHOUSE HALL GRANGE',
);
const BLOCK_TYPES = w(
  'HOUSE HOUSE COURT COURT COURT LODGE MANSIONS APARTMENTS TOWER HEIGHTS POINT BUILDINGS',
);
const STEMS =
  w(`ASH BECK BIRCH BLACK BRAD BRAM BROM BURN CALD CARL CHAD CHIL CLAY CLIFF COL COMB CRAN CROSS DART DEEP
DUN EAST ELM FAIR FARN FEN GART GOS GRIM HAL HAM HAR HART HAT HAW HAZEL HEATH HOL HORN HUNT KEL KIRK LANG LEIGH LIN LONG
MARL MEL MER MID MILL MOR NETHER NEW NOR OAK OVER PEN PIN RAD RAVEN RED ROTH RUSH SALT SAND SED SHEL SHIP SKEL SOUTH
STAN STAVE STOCK SUT SWIN TAD THORN TID TOR UP WAL WARD WEL WEST WHIT WIN WOLD WOR WYKE YAR YEL ABER LLAN TRE PONT
CWM CAER DOL GLEN INVER KIL BAL AUCH STRATH DRUM ARD`);
const MIDDLES = w('ER ING LE EN ES AL IN OR ON A E O IS EL IL UM AN AR IT ET');
const ENDINGS =
  w(`TON HAM LEY FORD BURY WICK BY THORPE FIELD WORTH STEAD DEN COMBE MOUTH BOROUGH DALE HOLME TREE BANK
GATE WELL MERE NESS STOW MINSTER HURST SHAW STONE BRIDGE CASTER POOL SIDE WATER LAND`);
const AREAS = w(
  'XA XB XC XD XF XG XH XJ XK XL XM XN XP XQ XR XT XU XV XX XY XZ QA QB QC QD QE QF QG QH QJ QK QL QM QN QP QQ QR QT QU QV',
);
const INWARD = [...'ABDEFGHJLNPQRSTUWXYZ'];

function name(random: Random): string {
  const roll = random();
  if (roll < 0.5) return pick(random, STEMS) + pick(random, ENDINGS);
  if (roll < 0.85) return pick(random, STEMS) + pick(random, MIDDLES) + pick(random, ENDINGS);
  return pick(random, STEMS) + pick(random, MIDDLES) + pick(random, MIDDLES) + pick(random, ENDINGS);
}

export interface ListOptions {
  rows: number;
  seed?: number;
}

/** Rows in the order of their postcodes; `rows` of them, reproducible by seed. About nineteen to a postcode. */
export function* nationalList({ rows, seed = 1 }: ListOptions): Generator<GeneratedAddress> {
  const random = seeded(seed);
  let uprn = 997000000000;
  let made = 0;
  for (let outcodes = 0; made < rows; outcodes += 1) {
    const area = AREAS[outcodes % AREAS.length]!;
    const district = `${area}${1 + (Math.floor(outcodes / AREAS.length) % 98)}`;
    const nation =
      area === 'XT' || area === 'XU' || area === 'XV'
        ? 'scottish'
        : area === 'XX' || area === 'XY'
          ? 'welsh'
          : 'english';
    const town =
      random() < 0.12
        ? `ST ${name(random)}S`
        : random() < 0.15
          ? `${name(random)} ON ${name(random)}`
          : name(random);
    const localities = Array.from({ length: whole(random, 4, 14) }, () => name(random));
    const localNames = Array.from({ length: 160 }, () => name(random));
    const base = { easting: 100000 + whole(random, 0, 400000), northing: 50000 + whole(random, 0, 600000) };
    const units = whole(random, 250, 1000);
    let unit = 0;
    const used = new Set<string>();
    while (unit < units && made < rows) {
      const locality = random() < 0.55 ? '' : pick(random, localities);
      let street = streetName(random, nation, localNames);
      // A town seldom has two streets of one name; villages of one post town do.
      for (let retry = 0; retry < 4 && used.has(street) && random() < 0.97; retry += 1) {
        street = streetName(random, nation, localNames);
      }
      used.add(street);
      const codes = whole(random, 1, 3);
      const cursor = { next: whole(random, 0, 1) + 1, names: new Set<string>() };
      const rural = random() < 0.14;
      for (let c = 0; c < codes && unit < units && made < rows; c += 1, unit += 1) {
        const sector = Math.floor(unit / 400) % 10;
        const postcode = `${district} ${sector}${INWARD[Math.floor((unit % 400) / 20)]}${INWARD[unit % 20]}`;
        const homes = whole(random, 6, 34);
        for (const [kind, parts] of premises(random, {
          street,
          locality,
          town,
          homes,
          rural,
          nation,
          cursor,
        })) {
          if (made >= rows) break;
          made += 1;
          uprn += whole(random, 1, 3);
          const first = [
            parts.unit,
            parts.building,
            parts.number ? `${parts.number} ${parts.street}` : parts.street,
          ];
          const address = [...first, parts.locality, parts.town, postcode]
            .filter((part) => part !== '')
            .join(', ');
          yield {
            uprn,
            address,
            postcode,
            kind,
            easting: base.easting + whole(random, 0, 8000),
            northing: base.northing + whole(random, 0, 8000),
            parts,
          };
        }
      }
    }
  }
}

function streetName(random: Random, nation: string, local: readonly string[]): string {
  if (nation === 'welsh' && random() < 0.5) {
    const link = random() < 0.3 ? ' Y ' : ' ';
    return `${pick(random, WELSH_TYPES)}${link}${pick(random, local)}`;
  }
  if (random() < 0.13) return pickSkewed(random, COMMON_STREETS);
  if (random() < 0.06) return `ST ${pick(random, local)}S ${pick(random, TYPES)}`;
  if (random() < 0.05) return `THE ${pick(random, HOUSE_NAMES)}S`;
  if (random() < 0.06) return pick(random, local);
  return `${pick(random, local)} ${pick(random, TYPES)}`;
}

interface Plan {
  street: string;
  locality: string;
  town: string;
  homes: number;
  rural: boolean;
  nation: string;
  /** The next free house number of the street. */
  cursor: { next: number; names: Set<string> };
}

function* premises(random: Random, plan: Plan): Generator<[AddressKind, AddressParts]> {
  const { street, locality, town } = plan;
  const at = { unit: '', number: '', building: '', street, locality, town };
  if (plan.rural) {
    for (let i = 0; i < plan.homes; i += 1) {
      const building = `${random() < 0.15 ? 'THE ' : ''}${pick(random, HOUSE_NAMES)} ${pick(random, HOUSE_TYPES)}`;
      const bare = building.replace(/^THE /, '');
      if (plan.cursor.names.has(bare)) continue;
      plan.cursor.names.add(bare);
      yield ['named', { ...at, building }];
    }
    return;
  }
  const roll = random();
  if (plan.nation === 'scottish' && roll < 0.5) {
    let number = plan.cursor.next;
    for (let made = 0; made < plan.homes; number += 2) {
      plan.cursor.next = number + 2;
      const style = plan.cursor.next % 3;
      for (let floor = 0; floor < 4; floor += 1) {
        for (let side = 1; side <= 2; side += 1) {
          const unit =
            style === 0 ? `${floor}F${side}` : style === 1 ? `FLAT ${floor}/${side}` : `${floor}/${side}`;
          yield ['scottish', { ...at, unit, number: `${number}` }];
          made += 1;
        }
      }
    }
    return;
  }
  if (roll < 0.14) {
    const building = `${pick(random, STEMS)}${pick(random, ENDINGS)} ${pick(random, BLOCK_TYPES)}`;
    const number = random() < 0.4 ? `${plan.cursor.next}` : '';
    if (number) plan.cursor.next += 2;
    const word = random() < 0.75 ? 'FLAT ' : random() < 0.7 ? 'APARTMENT ' : '';
    for (let i = 1; i <= plan.homes; i += 1)
      yield ['block', { ...at, unit: `${word}${i}`, building, number }];
    return;
  }
  let number = plan.cursor.next;
  for (let made = 0; made < plan.homes; ) {
    const kind = random();
    if (kind < 0.05) {
      const count = whole(random, 2, 5);
      const floors =
        random() < 0.25
          ? ['GROUND FLOOR FLAT', 'FIRST FLOOR FLAT', 'SECOND FLOOR FLAT', 'TOP FLOOR FLAT']
          : null;
      const letters = random() < 0.4;
      if (random() < 0.15) yield ['parent', { ...at, number: `${number}` }];
      for (let i = 0; i < count; i += 1) {
        const unit = floors
          ? (floors[i] ?? `FLAT ${i + 1}`)
          : `FLAT ${letters ? String.fromCharCode(65 + i) : i + 1}`;
        yield ['flat', { ...at, unit, number: `${number}` }];
        made += 1;
      }
    } else if (kind < 0.09) {
      yield ['house', { ...at, number: `${number}` }];
      yield ['suffix', { ...at, number: `${number}A` }];
      if (random() < 0.4) yield ['suffix', { ...at, number: `${number}B` }];
      made += 2;
    } else if (kind < 0.105) {
      yield ['range', { ...at, number: `${number}-${number + 2}` }];
      number += 2;
      made += 1;
    } else {
      yield [plan.nation === 'welsh' ? 'welsh' : 'house', { ...at, number: `${number}` }];
      made += 1;
    }
    number += random() < 0.06 ? 4 : 2;
    plan.cursor.next = number;
  }
}
