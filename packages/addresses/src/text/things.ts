import { FIXTURES } from './words.ts';

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Things in a street or at a house that are no homes: LITTER BIN, OPENREACH CABINET. */
const THINGS: ReadonlySet<string> = new Set([
  ...[...FIXTURES].filter((kind) => !kind.includes(' ')),
  ...list(`TREE TREES STUMP HEDGE HEDGEROW FENCE FENCING CABINET CABINETS TRANSFORMER GENERATOR BIN BINS SKIP BENCH PLANTER
    PLANTERS STREETLIGHT LAMPPOST LAMP SIGN SIGNAGE SIGNPOST BOLLARD BOLLARDS HYDRANT STOPCOCK POTHOLE POTHOLES KERB
    KERBS GULLY DRAIN DRAINS SEWER FOOTWAY FOOTPATH PAVEMENT CARRIAGEWAY VERGE LAYBY CROSSOVER CHARGEPOINT CHARGEPOINTS
    CHARGER CHARGERS FLAGPOLE AWNING CANOPY CCTV CAMERA CAMERAS AERIAL AERIALS MONOPOLE SCAFFOLD SCAFFOLDING PAYPHONE
    BEEHIVE BEEHIVES AVIARY GREENHOUSE POLYTUNNEL PONTOON JETTY SLIPWAY MARQUEE GAZEBO PERGOLA TOILET TOILETS WC CULVERT
    STATUE NOTICEBOARD DEFIB WEIGHBRIDGE FLUE ROADWORKS EXCAVATION TRENCH GRAFFITI HORSEBOX PANEL PANELS CONTAINER
    CONTAINERS ALLOTMENT ALLOTMENTS ATM POLE POSTBOX TRAILER VEHICLE`),
]);

/**
 * Things that need two words, since the last alone may be part of a name: BOX, BANK, POST. `ABBREVIATIONS` expands BUS
 * to BUSINESS, hence BUSINESS STOP.
 */
const THINGS_OF_TWO_WORDS: ReadonlySet<string> = new Set([
  ...[...FIXTURES].filter((kind) => kind.includes(' ')),
  ...['BT', 'CALL', 'LETTER', 'PILLAR', 'JUNCTION', 'TELECOMS', 'GRIT', 'AID'].map((kind) => `${kind} BOX`),
  ...['BUSINESS', 'CYCLE', 'BIKE', 'TAXI'].flatMap((of) => [`${of} STAND`, `${of} STANDS`, `${of} RANK`]),
  ...['CYCLE', 'BIKE'].flatMap((of) => [`${of} RACK`, `${of} RACKS`, `${of} PARKING`]),
  ...['BAY', 'BAYS', 'POINT', 'POINTS', 'STATION', 'UNIT'].map((kind) => `CHARGING ${kind}`),
  ...['DISABLED', 'PARKING', 'LOADING', 'PERMIT'].flatMap((of) => [`${of} BAY`, `${of} BAYS`]),
  ...['ADVERTISING', 'ADVERTISEMENT', 'ADVERT', 'DISPLAY', 'NOTICE', 'POSTER'].map((of) => `${of} BOARD`),
  ...['BOTTLE', 'RECYCLING', 'CLOTHING', 'CLOTHES'].flatMap((of) => [`${of} BANK`, `${of} BANKS`]),
  ...['LIGHT', 'LIGHTS', 'SIGNAL', 'SIGNALS', 'ISLAND'].map((kind) => `TRAFFIC ${kind}`),
  ...['WATER', 'GAS', 'ELECTRIC', 'ELECTRICITY'].map((of) => `${of} METER`),
  ...['VEHICLE', 'PEDESTRIAN', 'ZEBRA', 'PELICAN', 'PUFFIN'].map((of) => `${of} CROSSING`),
  ...['OIL', 'SEPTIC', 'WATER', 'GAS'].map((of) => `${of} TANK`),
  ...['BURGER', 'CATERING', 'CREAM', 'FOOD', 'COFFEE'].flatMap((of) => [`${of} VAN`, `${of} TRUCK`]),
  ...[
    'CHARGE POINT',
    'CHARGE POINTS',
    'PARKING SPACE',
    'PARKING SPACES',
    'ADVERTISING UNIT',
    'ADVERTISING DISPLAY',
    'DIGITAL SCREEN',
    'DIGITAL DISPLAY',
    'LAMP STANDARD',
    'TELEGRAPH POST',
    'SIGN POST',
    'FEEDER PILLAR',
    'PUBLIC TELEPHONE',
    'PAY PHONE',
    'STOP TAP',
    'TELECOMS POLE',
    'BASE STATION',
    'SATELLITE DISH',
    'SOLAR ARRAY',
    'WIND TURBINE',
    'HEAT PUMP',
    'MARKET STALL',
    'TRADING PITCH',
    'AND CHAIRS',
    'PAVEMENT LICENCE',
    'SKIP PERMIT',
    'CHICKEN COOP',
    'DUTCH BARN',
    'POLY TUNNEL',
    'TEMPORARY BUILDING',
    'PORTABLE BUILDING',
    'PUBLIC CONVENIENCE',
    'PUBLIC CONVENIENCES',
    'MANHOLE COVER',
    'WAR MEMORIAL',
    'RETAINING WALL',
    'ROAD WORKS',
    'STREET WORKS',
    'FLY TIPPING',
    'ABANDONED VEHICLE',
    'LAY BY',
    'BUSINESS STOP',
    'CCTV COLUMN',
    'BOILER HOUSE',
    'BOAT SHED',
    'HOT TUB',
    'CLIMBING FRAME',
    'WENDY HOUSE',
    'FIRE ESCAPE',
    'LIFT SHAFT',
  ],
]);
/** Words that describe a thing and do not make it a name. THE is excluded: THE CHERRY TREE is a public house. */
const DESCRIBES: ReadonlySet<string> = new Set([
  ...[...THINGS_OF_TWO_WORDS].map((kind) => kind.slice(0, kind.indexOf(' '))),
  ...list(`A AN OLD NEW LARGE SMALL DEAD FALLEN MATURE DAMAGED BROKEN MISSING BLOCKED OVERGROWN OVERHANGING OVERFLOWING
    STREET ROAD HIGHWAY PUBLIC OPENREACH VIRGIN MEDIA VODAFONE TELECOM TELEPHONE COMMUNICATIONS EQUIPMENT BROADBAND FIBRE
    GREEN ELECTRICAL FIRE LITTER DOG WASTE WHEELIE WHEELED SALT REFUSE RUBBISH OAK ASH BEECH BIRCH ELM LIME SYCAMORE MAPLE
    PINE CHERRY APPLE PLANE WILLOW HORSE CHESTNUT YEW HOLLY FIR POPLAR HAWTHORN ROWAN CEDAR SPRUCE CONIFER SILVER COPPER
    PRIVET NAME SHOP FASCIA ILLUMINATED EV CAR RAPID FAST SPEED SECURITY TV RADIO MOBILE SHIPPING STORAGE STEEL METAL
    TIMBER WOODEN BRICK GRASS DROPPED VEHICULAR SOLAR AIR SOURCE GROUND SEWER FOUL SURFACE STORM TABLE TABLES ICE FIRST
    PERMIT BOUNDARY`),
]);

/** Words that may follow a thing and lead to the address. */
const LEADS_ON = /^(?:[0-9]|(?:AT|OF|IN|ON|BY|NEAR|TO|NUMBER|OUTSIDE|OPPOSITE)$)/;

const isThing = (words: readonly string[], i: number): boolean =>
  THINGS.has(words[i]!) ||
  (i > 0 && DESCRIBES.has(words[i - 1]!) && THINGS_OF_TWO_WORDS.has(`${words[i - 1]} ${words[i]}`));

/** Whether the words contain a thing. */
export const mayNameThing = (words: readonly string[]): boolean => words.some((_, i) => isThing(words, i));

/**
 * Whether a text in normalised spelling names a thing that the words of `home` do not include: BT CABINET 12 OAK ROAD;
 * 12 OAK ROAD XANBURY OAK TREE; but not MR BENCH 12 OAK ROAD, CHERRY TREE CAFE 12 OAK ROAD or 12 OAK ROAD HEDGE END.
 */
export function namesThing(text: string, home: { has(word: string): boolean }): boolean {
  const words = text.split(' ');
  return words.some((word, i) => {
    if (!isThing(words, i) || home.has(word)) return false;
    const next = words[i + 1];
    if (next !== undefined && !LEADS_ON.test(next) && !home.has(next)) return false;
    let from = i;
    while (from > 0 && (DESCRIBES.has(words[from - 1]!) || THINGS.has(words[from - 1]!))) from -= 1;
    return from === 0 || home.has(words[from - 1]!) || /^[0-9]/.test(words[from - 1]!);
  });
}
