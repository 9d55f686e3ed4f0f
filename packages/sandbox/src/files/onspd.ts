import { MONTHS } from '@domesday/loading/dates';
import { NATIONS } from '../country/geography.ts';
import type { Country, Postcode } from '../country/model.ts';
import { csv, type Row, typedCsv } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';
import { policeAreaOf } from './police-crime.ts';

export const ONSPD_HEADER = (
  'pcd,pcd2,pcds,dointr,doterm,oscty,ced,oslaua,osward,parish,usertype,oseast1m,osnrth1m,osgrdind,oshlthau,nhser,' +
  'ctry,rgn,streg,pcon,eer,teclec,ttwa,pct,itl,statsward,oa01,casward,npark,lsoa01,msoa01,ur01ind,oac01,oa11,' +
  'lsoa11,msoa11,wz11,sicbl,bua11,buasd11,ru11ind,oac11,lat,long,lep1,lep2,pfa,imd,calncv,icb,oa21,lsoa21,msoa21'
).split(',');

/**
 * The ONS Postcode Directory: 53 columns, text quoted, withdrawn postcodes included with the month they ended.
 */
export function onspd(country: Country): DatasetFiles[] {
  const rows = [...country.postcodes].sort((a, b) => (a.postcode < b.postcode ? -1 : 1)).map(fields);
  const year = country.today.slice(0, 4);
  const month = MONTHS.at(Number(country.today.slice(5, 7)) - 3)!.toUpperCase();
  const content = csv([ONSPD_HEADER], '\r\n') + typedCsv(rows, '\r\n');
  return [oneFile('onspd', `onspd/Data/ONSPD_${month}_${year}_UK.csv`, content, rows.length)];
}

function fields(entry: Postcode): Row {
  const { nation, authority } = entry.settlement;
  // The published file writes a pseudo code such as S99999999, which counts as a blank does.
  const none = '';
  const record: Record<string, string | number> = {
    pcd: entry.postcode,
    pcd2: entry.postcode.replace(' ', '  '),
    pcds: entry.postcode,
    dointr: entry.introduced,
    doterm: entry.terminated ?? '',
    oslaua: authority.code,
    osward: authority.wardCode,
    usertype: entry.street === null ? '1' : '0',
    oseast1m: entry.hasPosition ? String(entry.easting) : '',
    osnrth1m: entry.hasPosition ? String(entry.northing).padStart(7, '0') : '',
    osgrdind: entry.hasPosition ? (entry.terminated ? '8' : '1') : '9',
    ctry: NATIONS[nation].code,
    rgn: authority.regionCode,
    pcon: authority.constituencyCode,
    pfa: policeAreaOf(entry.settlement.outcode) ?? none,
    ru11ind: 'C1',
    streg: '0',
    lat: entry.hasPosition ? Number(entry.latitude.toFixed(6)) : 99.999999,
    long: entry.hasPosition ? Number(entry.longitude.toFixed(6)) : 0,
    imd: 0,
    oa11: entry.outputAreaCode,
    lsoa11: entry.lsoaCode,
    msoa11: entry.msoaCode,
    // Scottish rows have no 2021 areas: the census there was in 2022.
    oa21: nation === 'Scotland' ? '' : entry.outputAreaCode,
    lsoa21: nation === 'Scotland' ? '' : entry.lsoaCode,
    msoa21: nation === 'Scotland' ? '' : entry.msoaCode,
  };
  return ONSPD_HEADER.map((name) => record[name] ?? none);
}
