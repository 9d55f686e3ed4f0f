import { round } from '../country/grid.ts';
import type { Certificate, Country, Home } from '../country/model.ts';
import { ratingOf } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { type Random, randomFor } from '../country/random.ts';
import { csv, underHeader } from '../csv.ts';
import { ageBand } from './epc-age-bands.ts';
import { EPC_2026_HEADER, EPC_OLDER_HEADER, EPC_SCOTTISH_COLUMNS } from './epc-columns.ts';
import { type DatasetFiles, oneFile } from './file.ts';

type Fields = Record<string, string | number>;

/** Domestic certificates in three layouts: the layout of 2026, the previous one, and that of the Scottish register. */
export function epcDomestic(country: Country): DatasetFiles[] {
  const in2026: Fields[] = [];
  const older: Fields[] = [];
  const scottish: Fields[] = [];
  for (const certificate of country.certificates) {
    const home = country.homeByUprn.get(certificate.uprn)!;
    const fields = describe(certificate, home);
    if (certificate.layout === '2026') in2026.push(fields);
    else if (certificate.layout === 'older') older.push(inOlderLayout(fields, certificate, home));
    else scottish.push(inScottishLayout(fields, country, home));
  }
  const codes = EPC_SCOTTISH_COLUMNS.map(([code]) => code);
  const [codeRow, ...scottishRows] = underHeader(codes, scottish);
  const descriptions = EPC_SCOTTISH_COLUMNS.map(([, description]) => description);
  const year = country.today.slice(0, 4);
  return [
    oneFile(
      'epc-domestic',
      `epc-domestic/certificates-${year}.csv`,
      csv(underHeader(EPC_2026_HEADER, in2026)),
      in2026.length,
    ),
    oneFile(
      'epc-domestic',
      'epc-domestic/domestic-E06999002-Xelland/certificates.csv',
      csv(underHeader(EPC_OLDER_HEADER, older)),
      older.length,
    ),
    oneFile(
      'epc-domestic',
      `epc-domestic/D_EPC_data_${year}Q3.csv`,
      csv([codeRow!, descriptions, ...scottishRows], '\r\n'),
      scottish.length,
    ),
  ];
}

const EFFICIENCY = ['Very Poor', 'Poor', 'Average', 'Good', 'Very Good'] as const;

/** Values that the fields of a certificate are derived from. */
function basisOf(certificate: Certificate, home: Home) {
  const random = randomFor('epc fields', certificate.number);
  const { settlement } = home.street;
  const { authority } = settlement;
  const score = certificate.score;
  const potential = Math.min(96, Math.max(score, score + random.int(4, 24)));
  const area = home.floorAreaSqm;
  const use = Math.round(520 - score * 4.6);
  const flat = home.type === 'F';
  const grade = (): string =>
    EFFICIENCY[Math.min(4, Math.max(0, Math.round(score / 22) - 1 + random.int(-1, 1)))]!;
  const oldRecord = certificate.lodgedOn < '2012-01-01';
  const [address1, address2, address3] = addressLines(home, random);
  const outlets = random.int(6, 20);
  return {
    certificate,
    home,
    random,
    settlement,
    authority,
    score,
    potential,
    area,
    use,
    flat,
    grade,
    oldRecord,
    address1,
    address2,
    address3,
    outlets,
  };
}
type Basis = ReturnType<typeof basisOf>;

/**
 * One certificate under the column names of 2026, with the gaps and placeholders of real registers. The order of the
 * groups is the order of the random numbers, so that the same certificate results each time.
 */
function describe(certificate: Certificate, home: Home): Fields {
  const basis = basisOf(certificate, home);
  // Spreading this many fields into one literal would take fifty times as long.
  return Object.assign(
    whereAndWhat(basis),
    emissionsAndRating(basis),
    buildingFabric(basis),
    costsAndLighting(basis),
    heating(basis),
    kindAndRoof(basis),
    wallsAndIdentity(basis),
  );
}

/** Address and area. */
function whereAndWhat({
  certificate,
  home,
  random,
  settlement,
  authority,
  address1,
  address2,
  address3,
}: Basis): Fields {
  return {
    certificate_number: certificate.number,
    address1,
    address2,
    address3,
    postcode: home.postcode,
    posttown: random.chance(0.3) ? titleCase(settlement.town) : settlement.town,
    address: [address1, address2, address3].filter((line) => line !== '').join(', '),
    constituency: authority.constituencyCode,
    constituency_label: authority.constituencyName,
    local_authority: authority.code,
    local_authority_label: authority.name,
    built_form: builtForm(home, random),
  };
}

/** Emissions, energy use and rating. */
function emissionsAndRating({
  certificate,
  home,
  random,
  score,
  potential,
  area,
  use,
  oldRecord,
}: Basis): Fields {
  return {
    co2_emiss_curr_per_floor_area: Math.round(use / 5),
    co2_emissions_current: round((area * use) / 5000, 1),
    co2_emissions_potential: round((area * use) / 9000, 1),
    construction_age_band: ageBand(home, certificate.lodgedOn, random),
    current_energy_efficiency: score,
    current_energy_rating: random.chance(0.02) ? ratingOf(score).toLowerCase() : ratingOf(score),
    energy_consumption_current: use,
    energy_consumption_potential: Math.round(520 - potential * 4.6),
    energy_tariff: random.pick([
      'Single',
      'Single',
      'dual',
      'Unknown',
      oldRecord ? 'INVALID!' : 'off-peak 7 hour',
    ]),
    environment_impact_current: Math.max(1, score - random.int(0, 6)),
    environment_impact_potential: Math.max(1, potential - random.int(0, 6)),
  };
}

/** Storeys, floors and glazing. */
function buildingFabric({ home, random, flat, oldRecord, outlets }: Basis): Fields {
  return {
    extension_count: oldRecord ? '' : random.int(0, 2),
    fixed_lighting_outlets_count: oldRecord ? '' : outlets,
    flat_storey_count: flat && home.storeys > 0 && random.chance(0.6) ? home.storeys : '',
    flat_top_storey: flat ? (home.floorLevel === home.storeys - 1 ? 'Y' : 'N') : '',
    floor_description:
      flat && home.floorLevel > 0
        ? '(another dwelling below)'
        : random.pick([
            'Solid, no insulation (assumed)',
            'Suspended, no insulation (assumed)',
            'Solid, insulated (assumed)',
          ]),
    floor_energy_eff: random.pick(['N/A', 'NO DATA!', 'N/A']),
    floor_height: random.chance(0.3) ? '' : random.pick(['2.3', '2.4', '2.52', '2.7']),
    floor_level: flat
      ? random.chance(0.06)
        ? 'NO DATA!'
        : floorName(home.floorLevel)
      : random.chance(0.5)
        ? 'NODATA!'
        : '',
    glazed_area: random.pick(['Normal', 'Normal', 'More Than Typical', 'NO DATA!']),
    glazed_type: random.pick([
      'double glazing installed during or after 2002',
      'double glazing, unknown install date',
      'single glazing',
      'NO DATA!',
    ]),
  };
}

/** Costs, hot water and lighting. */
function costsAndLighting({
  certificate,
  random,
  area,
  use,
  flat,
  grade,
  oldRecord,
  outlets,
}: Basis): Fields {
  return {
    heat_loss_corridor: flat
      ? random.pick(['unheated corridor', 'no corridor', 'heated corridor'])
      : 'NO DATA!',
    heating_cost_current: Math.round((area * use) / 28),
    heating_cost_potential: Math.round((area * use) / 40),
    hot_water_cost_current: random.int(90, 240),
    hot_water_cost_potential: random.int(70, 120),
    hot_water_energy_eff: grade(),
    hot_water_env_eff: grade(),
    hotwater_description: 'From main system',
    inspection_date: certificate.inspectedOn,
    lighting_cost_current: random.int(45, 130),
    lighting_cost_potential: random.int(40, 70),
    lighting_description: `Low energy lighting in ${random.int(1, 10) * 10}% of fixed outlets`,
    lighting_energy_eff: grade(),
    lighting_env_eff: grade(),
    lodgement_date: certificate.lodgedOn,
    lodgement_datetime: `${certificate.lodgedOn} ${String(random.int(8, 19)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00`,
    low_energy_lighting: random.int(1, 10) * 10,
    low_energy_fixed_lighting_outlets_count: oldRecord ? '' : Math.floor(outlets / 2),
  };
}

/** Fuel, heating and rooms. */
function heating({ home, random, flat, grade }: Basis): Fields {
  return {
    main_fuel:
      flat && random.chance(0.3)
        ? 'electricity (not community)'
        : random.chance(0.02)
          ? 'INVALID!'
          : 'mains gas (not community)',
    mainheat_description: 'Boiler and radiators, mains gas',
    mainheat_energy_eff: grade(),
    mainheat_env_eff: grade(),
    mainheatc_energy_eff: grade(),
    mainheatc_env_eff: grade(),
    mainheatcont_description: 'Programmer, room thermostat and TRVs',
    main_heating_controls: random.pick(['2106', '', '%%MAINHEATCONTROL%%']),
    mains_gas_flag: random.chance(0.85) ? 'Y' : '',
    mechanical_ventilation: random.pick(['natural', 'natural', 'NO DATA!']),
    multi_glaze_proportion: random.chance(0.8) ? 100 : random.int(0, 9) * 10,
    number_habitable_rooms: random.chance(0.05) ? '' : home.habitableRooms,
    number_heated_rooms: random.chance(0.05) ? '' : home.habitableRooms,
    number_open_fireplaces: random.chance(0.1) ? 1 : 0,
    photo_supply: random.pick(['0.0', '', '']),
  };
}

/** The kind of dwelling, its roof and tenure. */
function kindAndRoof({ certificate, home, random, potential, flat, grade }: Basis): Fields {
  return {
    potential_energy_efficiency: potential,
    potential_energy_rating: ratingOf(potential),
    property_type: home.bungalow
      ? 'Bungalow'
      : flat
        ? random.chance(0.06)
          ? 'Maisonette'
          : 'Flat'
        : 'House',
    report_type: certificate.transactionType === 'new dwelling' ? 3 : 2,
    roof_description:
      flat && home.floorLevel < home.storeys - 1
        ? '(another dwelling above)'
        : 'Pitched, 250 mm loft insulation',
    roof_energy_eff: grade(),
    roof_env_eff: grade(),
    secondheat_description: random.pick(['None', 'Room heaters, electric']),
    sheating_energy_eff: 'N/A',
    sheating_env_eff: 'N/A',
    solar_water_heating_flag: random.pick(['N', 'N', '']),
    tenure: random.chance(0.06)
      ? 'Not defined - use in the case of a new dwelling for which the intended tenure in not known. It is not to be used for an existing dwelling'
      : home.occupation,
    total_floor_area: certificate.floorArea,
    transaction_type: certificate.transactionType,
  };
}

/** Walls, windows and whose certificate it is. */
function wallsAndIdentity({ certificate, home, random, settlement, flat, grade }: Basis): Fields {
  return {
    unheated_corridor_length: flat && random.chance(0.3) ? round(random.between(2, 9), 2) : '',
    walls_description:
      home.builtYear < 1930 ? 'Solid brick, as built, no insulation (assumed)' : 'Cavity wall, filled cavity',
    walls_energy_eff: grade(),
    walls_env_eff: grade(),
    wind_turbine_count: 0,
    windows_description: 'Fully double glazed',
    windows_energy_eff: grade(),
    windows_env_eff: grade(),
    floor_env_eff: 'N/A',
    region: settlement.nation === 'England' ? 'Xerris Sound' : settlement.nation,
    country: settlement.nation,
    uprn: certificate.hasUprn ? home.uprn : '',
    uprn_source: certificate.hasUprn ? (random.chance(0.75) ? 'Address Matched' : 'Energy Assessor') : '',
  };
}

function inOlderLayout(fields: Fields, certificate: Certificate, home: Home): Fields {
  const random = randomFor('lmk', certificate.number);
  const upper = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.toUpperCase(), value]),
  );
  return {
    ...upper,
    LMK_KEY: random.hex(64).toLowerCase(),
    BUILDING_REFERENCE_NUMBER: `998${String(home.uprn % 10_000_000).padStart(7, '0')}`,
    COUNTY: '',
    LOW_ENERGY_FIXED_LIGHT_COUNT: fields.low_energy_fixed_lighting_outlets_count ?? '',
    ENERGY_CONSUMPTION_CURRENT: `${fields.energy_consumption_current}.0`,
    TENURE: String(fields.tenure).toLowerCase().replace('owner-occupied', 'owner-occupied'),
    UPRN: certificate.hasUprn ? home.uprn : '',
  };
}

function inScottishLayout(fields: Fields, country: Country, home: Home): Fields {
  const upper = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const lines = [fields.address2, fields.address3].filter((line) => line !== '');
  return {
    ...upper,
    OSG_REFERENCE_NUMBER: fields.uprn ?? '',
    REPORT_REFERENCE_NUMBER: fields.certificate_number ?? '',
    ADDRESS2: lines.join(', '),
    POST_TOWN: home.street.settlement.town,
    WALL_DESCRIPTION: 'Sandstone or limestone, as built, no insulation (assumed)',
    DATA_ZONE_2011: country.postcodes.find((entry) => entry.postcode === home.postcode)!.lsoaCode,
  };
}

/** Assessors write the same address in several ways; only here does the Welsh circumflex occur. */
function addressLines(home: Home, random: Random): [string, string, string] {
  const street = titleCase(home.street.name).replace(/^Lon /, 'Lôn ');
  const joint = random.chance(0.2) ? ', ' : ' ';
  const thoroughfare = home.number === '' ? street : `${home.number}${joint}${street}`;
  const unit = titleCase(home.unit);
  const name = titleCase(home.buildingName);
  const village = titleCase(home.street.settlement.locality);
  const shout = random.chance(0.08);
  const parts =
    unit !== '' && name !== ''
      ? random.chance(0.5)
        ? [unit, name, thoroughfare]
        : [`${unit}, ${name}`, thoroughfare, village]
      : unit !== ''
        ? random.chance(0.5)
          ? [unit, thoroughfare, village]
          : [`${unit}, ${thoroughfare}`, village, '']
        : name !== ''
          ? [name, thoroughfare, village]
          : [thoroughfare, village, ''];
  const [first = '', second = '', third = ''] = parts.map((part) => (shout ? part.toUpperCase() : part));
  return [first, second, third];
}

function builtForm(home: Home, random: Random): string {
  if (home.type === 'D') return 'Detached';
  if (home.type === 'S') return 'Semi-Detached';
  if (home.type === 'T') return random.chance(0.12) ? 'End-Terrace' : 'Mid-Terrace';
  return random.pick(['NO DATA!', 'Mid-Terrace', 'End-Terrace', 'Semi-Detached']);
}

function floorName(level: number): string {
  return level === 0 ? 'Ground' : level === 1 ? '1st' : level === 2 ? '2nd' : `${level}rd`;
}
