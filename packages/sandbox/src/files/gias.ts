import { dashDate } from '../country/dates.ts';
import type { Country } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { type School, schools, streetLine } from '../country/places.ts';
import { typedCsv, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const pairs = (...names: string[]): string[] => names.flatMap((name) => [`${name} (code)`, `${name} (name)`]);

/** The establishment register as of 2026, 135 columns, without Ofsted grades. */
export const GIAS_HEADER: readonly string[] = [
  'URN',
  ...pairs('LA'),
  'EstablishmentNumber',
  'EstablishmentName',
  ...pairs(
    'TypeOfEstablishment',
    'EstablishmentTypeGroup',
    'EstablishmentStatus',
    'ReasonEstablishmentOpened',
  ),
  'OpenDate',
  ...pairs('ReasonEstablishmentClosed'),
  'CloseDate',
  ...pairs('PhaseOfEducation'),
  'StatutoryLowAge',
  'StatutoryHighAge',
  ...pairs('Boarders'),
  'NurseryProvision (name)',
  ...pairs('OfficialSixthForm', 'Gender', 'ReligiousCharacter'),
  'ReligiousEthos (name)',
  ...pairs('Diocese', 'AdmissionsPolicy'),
  'SchoolCapacity',
  ...pairs('SpecialClasses'),
  'CensusDate',
  'NumberOfPupils',
  'NumberOfBoys',
  'NumberOfGirls',
  'PercentageFSM',
  ...pairs('TrustSchoolFlag', 'Trusts'),
  'SchoolSponsorFlag (name)',
  'SchoolSponsors (name)',
  'FederationFlag (name)',
  ...pairs('Federations'),
  'UKPRN',
  'FEHEIdentifier',
  'FurtherEducationType (name)',
  'LastChangedDate',
  'Street',
  'Locality',
  'Address3',
  'Town',
  'County (name)',
  'Postcode',
  'SchoolWebsite',
  'TelephoneNum',
  'HeadTitle (name)',
  'HeadFirstName',
  'HeadLastName',
  'HeadPreferredJobTitle',
  'InspectorateName (name)',
  'InspectorateReport',
  'DateOfLastInspectionVisit',
  'NextInspectionVisit',
  'TeenMoth (name)',
  'TeenMothPlaces',
  'CCF (name)',
  'SENPRU (name)',
  'EBD (name)',
  'PlacesPRU',
  'FTProv (name)',
  'EdByOther (name)',
  'Section41Approved (name)',
  ...Array.from({ length: 13 }, (_, i) => `SEN${i + 1} (name)`),
  'TypeOfResourcedProvision (name)',
  'ResourcedProvisionOnRoll',
  'ResourcedProvisionCapacity',
  'SenUnitOnRoll',
  'SenUnitCapacity',
  ...pairs('GOR', 'DistrictAdministrative', 'AdministrativeWard', 'ParliamentaryConstituency', 'UrbanRural'),
  'GSSLACode (name)',
  'Easting',
  'Northing',
  'MSOA (name)',
  'LSOA (name)',
  'Inspectorate (name)',
  'SENStat',
  'SENNoStat',
  'BoardingEstablishment (name)',
  'PropsName',
  ...pairs('PreviousLA'),
  'PreviousEstablishmentNumber',
  'Country (name)',
  'UPRN',
  'SiteName',
  ...pairs('QABName', 'EstablishmentAccredited'),
  'QABReport',
  'CHNumber',
  'MSOA (code)',
  'LSOA (code)',
  'FSM',
  'AccreditationExpiryDate',
];

export const FIRST_URN = 998_001;
const PHASES = { Nursery: '1', Primary: '2', Secondary: '4', Special: '0', 'All-through': '7' } as const;

/** The register of schools in England: text in Windows-1252, dates day first, grid positions only. */
export function gias(country: Country): DatasetFiles[] {
  const records = schools(country)
    .filter((school) => school.settlement.nation === 'England')
    .map((school) => record(school, country.today));
  const text = typedCsv(underHeader(GIAS_HEADER, records), '\r\n');
  const name = `gias/edubasealldata${country.today.replaceAll('-', '')}.csv`;
  return [oneFile('gias', name, windows1252(text), records.length)];
}

function record(school: School, today: string): Record<string, string | number> {
  const { authority, town, locality } = school.settlement;
  const academy = school.name.includes('Academy');
  const type = school.independent
    ? ['11', 'Other independent school', '3', 'Independent schools']
    : academy
      ? ['28', 'Academy sponsor led', '10', 'Academies']
      : school.phase === 'Special'
        ? ['07', 'Community special school', '5', 'Special schools']
        : ['01', 'Community school', '4', 'Local authority maintained schools'];
  const girls = Math.round(school.pupils * 0.49);
  return {
    URN: FIRST_URN + school.serial,
    'LA (code)': `99${authority.code.slice(-1)}`,
    'LA (name)': authority.name,
    EstablishmentNumber: String(2000 + school.serial),
    EstablishmentName: school.name,
    'TypeOfEstablishment (code)': type[0]!,
    'TypeOfEstablishment (name)': type[1]!,
    'EstablishmentTypeGroup (code)': type[2]!,
    'EstablishmentTypeGroup (name)': type[3]!,
    'EstablishmentStatus (code)': school.open ? '1' : '2',
    'EstablishmentStatus (name)': school.open ? 'Open' : 'Closed',
    OpenDate: academy ? '01-09-2013' : '',
    CloseDate: school.open ? '' : '31-08-2019',
    'PhaseOfEducation (code)': school.independent ? '0' : PHASES[school.phase],
    'PhaseOfEducation (name)':
      school.independent || school.phase === 'Special' ? 'Not applicable' : school.phase,
    StatutoryLowAge: school.lowAge,
    StatutoryHighAge: school.highAge,
    'OfficialSixthForm (name)': school.highAge > 16 ? 'Has a sixth form' : 'Does not have a sixth form',
    'Gender (code)': '3',
    'Gender (name)': 'Mixed',
    'ReligiousCharacter (name)': school.name.includes('Church') ? 'Church of England' : 'Does not apply',
    SchoolCapacity: school.capacity,
    CensusDate: school.open ? '15-01-2026' : '',
    NumberOfPupils: school.open ? String(school.pupils) : '',
    NumberOfBoys: school.open ? String(school.pupils - girls) : '',
    NumberOfGirls: school.open ? (school.phase === 'Nursery' ? '..' : String(girls)) : '',
    PercentageFSM: school.independent ? 'SUPP' : '21.40',
    LastChangedDate: dashDate(today),
    Street: streetLine(school),
    Locality: titleCase(locality),
    Town: titleCase(town),
    Postcode: school.postcode.postcode,
    'GOR (code)': 'Z',
    'GOR (name)': 'Xerris Sound',
    'DistrictAdministrative (code)': authority.code,
    'DistrictAdministrative (name)': authority.name,
    'AdministrativeWard (code)': authority.wardCode,
    'AdministrativeWard (name)': authority.wardName,
    'ParliamentaryConstituency (code)': authority.constituencyCode,
    'ParliamentaryConstituency (name)': authority.constituencyName,
    'GSSLACode (name)': authority.code,
    Easting: school.independent ? '' : Math.round(school.easting),
    Northing: school.independent ? '' : Math.round(school.northing),
    'MSOA (code)': school.postcode.msoaCode,
    'LSOA (code)': school.postcode.lsoaCode,
  };
}

/** The only character outside Latin-1 in these names is the typographic apostrophe. */
function windows1252(text: string): Uint8Array {
  return Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');
}
