/**
 * Invented names. They contain an X where English, Welsh and Scots place names have none, so that none is a real
 * street; house names are from the shore, and none is a person's.
 */
export const ENGLISH_STEMS = [
  'QUAXLEY',
  'THRAXEL',
  'OXQUILL',
  'BRIXFERN',
  'WEXHOLT',
  'JUXMERE',
  'VEXFORD',
  'ZAXBY',
  'TRAXHOLM',
  'QUEXMOOR',
  'PLIXTON',
  'FRAXWELL',
  'GLOXBY',
  'DREXHALL',
  'YAXMERE',
  'HEXQUILL',
  'PROXLEY',
  'SIXBARROW',
  'MIXHOLT',
  'HAXFEN',
  'LOXQUAY',
  'ROXBARROW',
  'DUXWOLD',
  'BEXMARL',
  'SWIXTON',
  'TRUXLEY',
  'NOXMERE',
  'PLOXHAM',
  'GREXLEY',
  'OXFLEET',
  'CRUXWOLD',
  'STIXBY',
  'BLAXMOOR',
  'FLEXHOLM',
  'WRAXFEN',
  'KEXBARN',
  'TIXWELL',
  'CHAXLEY',
  'PEXHOLT',
  'MUXFORD',
] as const;

export const WELSH_STREETS = [
  'HEOL XERYN',
  'FFORDD QUAXEN',
  'STRYD TRAXWY',
  'LON XERYS',
  'MAES XELWYN',
  'RHODFA VEXAN',
  'CLOS PLIXEN',
  'TAN Y XALLT',
  'BRYN XERAN',
  'GERDDI XELLAN',
  'TERAS OXWEN',
  'HEOL DREXWY',
  'STRYD Y XORFA',
  'FFORDD XIDWEN',
  'CAE XANOL',
  'PARC Y XEFN',
  'HEOL BRIXAN',
  'LON Y XWARI',
  'STRYD XALEN',
  'MAES Y XAER',
] as const;

export const SCOTTISH_STREETS = [
  'THRAXGATE',
  'QUOXEL BRAE',
  'BRAXTOUN LOAN',
  'XARRICK WYND',
  'VEXMUIR ROAD',
  'DREXHILL STREET',
  'PLOXBURN STREET',
  'STRATHXEL AVENUE',
  'GLENXAR CRESCENT',
  'LOXQUHAR PLACE',
  'INVERXAN TERRACE',
  'MUXHEUGH ROAD',
  'TRAXBRAE DRIVE',
  'HAXKNOWE LANE',
  'WRAXFIELD GARDENS',
  'CRUXNEUK ROAD',
  'BLAXDEN STREET',
  'OXLAW COURT',
] as const;

export const STREET_SUFFIXES: Record<string, readonly string[]> = {
  terrace: ['STREET', 'TERRACE', 'ROAD'],
  semi: ['ROAD', 'AVENUE', 'DRIVE'],
  detached: ['CLOSE', 'GARDENS', 'LANE'],
  bungalow: ['CRESCENT', 'CLOSE'],
  estate: ['WAY', 'MEADOW'],
  conversion: ['SQUARE', 'ROAD', 'VILLAS'],
  block: ['STREET', 'QUAY'],
  village: ['LANE', 'GREEN'],
};

export const HOUSE_NAMES = [
  'SAMPHIRE COTTAGE',
  'THE OLD NETLOFT',
  'BRINE BARN',
  'KELP HOUSE',
  'SPINDRIFT',
  'CURLEW COTTAGE',
  'SHINGLE END',
  'TIDE MILL',
  'LANTERN HOUSE',
  'THE SALTINGS',
  'MARRAM',
  'LIMPET COTTAGE',
  'GULLS NEST',
  'FOAM COTTAGE',
  'DRIFTWOOD',
  'ANCHOR BARN',
  'EBB HOUSE',
  'SEA HOLLY COTTAGE',
  'COCKLE ROW HOUSE',
  'THE OLD ROPEWALK',
  'STARBOARD',
  'HORIZON',
  'PEBBLE COTTAGE',
  'WRACK HOUSE',
  'TERN COTTAGE',
  'THE CHANDLERY',
  'DULSE FARMHOUSE',
  'FATHOM HOUSE',
  'THRIFT COTTAGE',
  'OYSTER BARN',
] as const;

export const WELSH_HOUSE_NAMES = [
  'BWTHYN GWYMON',
  'TY TYWOD',
  'MIN Y MOR',
  'CRAIG YR WYLAN',
  'GLAN Y DON',
  'TY CREGYN',
  'BRYN MORLO',
  'HAFAN XEL',
  'SGUBOR HELI',
  'BWTHYN PENFOR',
  'TY EWYN',
  'GOLEUDY XERYN',
  'LLYS Y GWYLAN',
  'PORTH XALLT',
  'TY HALEN',
] as const;

export const BLOCK_WORDS = ['COURT', 'HOUSE', 'POINT', 'MILL'] as const;

const SMALL_WORDS = new Set(['of', 'the', 'y', 'yr']);

/** `14A OXQUILL ROAD` becomes `14A Oxquill Road`. */
export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/[a-z0-9']+/g, (word, at: number) =>
      /\d/.test(word)
        ? word.toUpperCase()
        : at > 0 && SMALL_WORDS.has(word)
          ? word
          : word.charAt(0).toUpperCase() + word.slice(1),
    );
}
