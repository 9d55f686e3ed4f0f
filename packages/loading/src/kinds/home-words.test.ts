import { expect, it } from 'vitest';
import { isHouseCode, isHouseWord, isNoHome, typeOfCode, typeOfWord } from './home-words.ts';

/** Words of agents and portals for each type; `house` is a house whose form is not stated. */
const WORDS = {
  detached: [
    'Detached',
    'Detached House',
    'House - Detached',
    'Link-Detached',
    'link_detached',
    'D',
    'Det. House',
  ],
  semi_detached: ['Semi-Detached', 'semi_detached', 'Semi Detached Villa', 'Semi', 'House (Semi)', 'S'],
  terraced: [
    'Terraced',
    'End of Terrace',
    'Mid Terr',
    'end_terrace',
    'Mews',
    'Town House',
    'town_house',
    'T',
  ],
  flat: [
    'Flat',
    'Ground Floor Flat',
    'Apartment',
    'Maisonette',
    'Studio',
    'Bedsit',
    'Triplex',
    'Penthouse',
    'F',
    '2 bed apt',
  ],
  bungalow: ['Bungalow', 'Detached Bungalow', 'semi_detached_bungalow', 'Chalet bungalow'],
  house: [
    'House',
    'house',
    'Country House',
    'farmhouse',
    'Cottage',
    'Villa',
    'Coach House',
    'Barn conversion',
  ],
  null: [
    '',
    ' ',
    'Not Specified',
    'not-recorded',
    'Unknown',
    'N/A',
    'Residential Property',
    'Character Property',
    'Sheltered',
  ],
  other: [
    'Park Home',
    'park_home',
    'Houseboat',
    'House Boat',
    'Block of flats',
    'block_of_flats',
    'Public House',
    'House Share',
    'Flat share',
    'Shared House',
    'Room in a flat',
    'Double room',
    'HMO',
    'House in Multiple Occupation',
    'Plot for a detached house',
    'Land',
    'Detached garage',
    'Garage',
    'Parking',
    'Warehouse',
    'Office',
    'O',
  ],
} as const;

it.each(Object.entries(WORDS))('reads the words of agents and portals for %s', (type, words) => {
  for (const word of words) {
    const house = type === 'house';
    expect([word, typeOfWord(word), isHouseWord(word)]).toEqual([
      word,
      house || type === 'null' ? null : type,
      house,
    ]);
  }
});

/** Codes of the portals with what their documents call them. */
const CODES = `
  1 Terraced House, 2 End of terrace house, 3 Semi-detached house, 4 Detached house, 5 Mews house, 8 Flat,
  9 Studio flat, 11 Maisonette, 12 Bungalow, 13 Terraced bungalow, 16 Mobile home, 20 Land, 22 Town house,
  23 Cottage, 26 House (unspecified), 45 Parking, 48 House share, 49 Flat share, 50 Park home, 51 Garages,
  56 Duplex, 59 Triplex, 110 Plot, 141 House Boat, 143 Block of Apartments, 211 Pub, 277 Guest House,
  511 Coach House, 512 House of Multiple Occupation`
  .split(',')
  .map((entry) => /(\d+) (.*)/.exec(entry)!.slice(1) as [code: string, word: string]);

it('reads each code of the portals as the type of its word', () => {
  for (const [code, word] of CODES)
    expect([word, typeOfWord(word), isHouseWord(word)]).toEqual([
      word,
      typeOfCode(Number(code)),
      isHouseCode(Number(code)),
    ]);
});

it('reads a home with a garage or parking, or with a similar name, as a home, and a garage alone as no home', () => {
  const homes = [
    'House with garage',
    'Flat with parking',
    'Landmark House',
    'Detached',
    'Coach house',
    'Shop with flat',
  ];
  for (const word of homes) expect([word, isNoHome(word)]).toEqual([word, false]);
  for (const word of [
    'Garage',
    'Lock-up garage',
    'Parking space',
    'Car Park',
    'Land',
    'Office',
    'Storage unit',
  ])
    expect([word, isNoHome(word)]).toEqual([word, true]);
});
