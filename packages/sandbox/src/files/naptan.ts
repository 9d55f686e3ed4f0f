import { SETTLEMENTS, type Settlement } from '../country/geography.ts';
import type { Country } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { placeIn, streetLine } from '../country/places.ts';
import { randomFor } from '../country/random.ts';
import { csv, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const NAPTAN_HEADER = (
  'ATCOCode,NaptanCode,PlateCode,CleardownCode,CommonName,CommonNameLang,ShortCommonName,ShortCommonNameLang,Landmark,' +
  'LandmarkLang,Street,StreetLang,Crossing,CrossingLang,Indicator,IndicatorLang,Bearing,NptgLocalityCode,LocalityName,' +
  'ParentLocalityName,GrandParentLocalityName,Town,TownLang,Suburb,SuburbLang,LocalityCentre,GridType,Easting,Northing,' +
  'Longitude,Latitude,StopType,BusStopType,TimingStatus,DefaultWaitTime,Notes,NotesLang,AdministrativeAreaCode,' +
  'CreationDateTime,ModificationDateTime,RevisionNumber,Modification,Status'
).split(',');

const STOPS: Record<string, number> = {
  'xanbury-centre': 22,
  'xanbury-north': 14,
  xelford: 12,
  'nether-xelm': 2,
  'xold-fen': 1,
  trexwyn: 10,
  llanxeri: 2,
  xarrick: 14,
  inverxan: 5,
};

/**
 * Public transport stops of Great Britain. Withdrawn stops stay in the file with wrong positions, codes may begin with
 * 0, and some rows have grid metres without degrees.
 */
export function naptan(country: Country): DatasetFiles[] {
  const records = SETTLEMENTS.flatMap((settlement) => stopsOf(country, settlement));
  return [oneFile('naptan', 'naptan/Stops.csv', csv(underHeader(NAPTAN_HEADER, records)), records.length)];
}

function stopsOf(country: Country, settlement: Settlement): Record<string, string | number>[] {
  const count = STOPS[settlement.key] ?? 0;
  const rail = ['xanbury-centre', 'trexwyn', 'xarrick'].includes(settlement.key);
  return Array.from({ length: count + (rail ? 1 : 0) }, (_, i) => {
    const random = randomFor('stop', settlement.key, i);
    const station = i === count;
    const withdrawn = !station && i % 9 === 8;
    const place = placeIn(
      country,
      settlement,
      withdrawn ? 0 : random.int(-700, 800),
      withdrawn ? 0 : random.int(-260, 300),
    );
    const bearing = random.pick(['N', 'E', 'S', 'W', 'SW', 'NE']);
    const street = streetLine(place);
    const town = titleCase(settlement.locality || settlement.town);
    return {
      ATCOCode: station
        ? `9100${settlement.town.slice(0, 7)}`
        : `0998${String(SETTLEMENTS.indexOf(settlement)).padStart(2, '0')}${String(i).padStart(4, '0')}`,
      NaptanCode: station ? '' : `xst${random.pick(['adg', 'jmp', 'twd'])}${i}`,
      CommonName: station ? `${town} Rail Station` : street,
      CommonNameLang: 'en',
      Street: street,
      StreetLang: 'en',
      Indicator: station ? '' : `Stop ${'ABCDEFGH'.charAt(i % 8)}`,
      IndicatorLang: station ? '' : 'en',
      Bearing: station ? '' : bearing,
      NptgLocalityCode: `N998000${SETTLEMENTS.indexOf(settlement)}`,
      LocalityName: town,
      LocalityCentre: 0,
      GridType: 'U',
      Easting: Math.round(place.easting),
      Northing: Math.round(place.northing),
      Longitude: i % 7 === 3 ? '' : place.longitude.toFixed(10),
      Latitude: i % 7 === 3 ? '' : place.latitude.toFixed(10),
      StopType: station ? 'RLY' : 'BCT',
      BusStopType: station ? '' : random.pick(['MKD', 'MKD', 'CUS']),
      TimingStatus: station ? '' : 'OTH',
      AdministrativeAreaCode: station ? '110' : '099',
      CreationDateTime: '2017-07-25T15:33:15',
      ModificationDateTime: '2025-02-17T14:41:57',
      RevisionNumber: random.int(1, 40),
      Modification: withdrawn ? 'delete' : 'revise',
      Status: withdrawn ? 'inactive' : 'active',
    };
  });
}
