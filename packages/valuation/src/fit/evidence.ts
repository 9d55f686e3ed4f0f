import { addressLine } from '../address-words.ts';
import {
  type BuiltArea,
  casesOf,
  type GivenFacts,
  type HomeCases,
  type HomeSale,
  type KnownHome,
  NOTHING_GIVEN,
  typeIsRecorded,
} from '../known-home.ts';
import type { PlaceEffect } from '../place-effects.ts';
import { FITTED_TYPES, type FittedType } from '../places.ts';
import type { SaleRow, SalesTable } from '../sales-table.ts';
import type { Steps } from '../steps.ts';
import type { Candidate, FittedSettings, GridPosition, PropertyType } from '../types.ts';
import type { AreaModel } from './area-model.ts';
import { nearestSales } from './nearest-sales.ts';
import { effectsAt, listPlaces, placeRows } from './place-rows.ts';
import { floorAreaKnown } from './price-per-area.ts';

/** The rows of a table as candidates. */
export function candidatesOf(table: SalesTable): Candidate[] {
  return table.rows.map((row, i) => ({
    transaction_id: row.transaction_id,
    price: row.price,
    date: row.date,
    time: table.time[i]!,
    category: row.category,
    new_build: row.new_build,
    property_type: row.property_type,
    tenure: row.tenure,
    postcode: row.postcode,
    street: row.street || null,
    position: positionOf(row),
    floor_area_sqm: row.floor_area_sqm ?? null,
    construction_age: row.construction_age ?? null,
  }));
}

/**
 * A function for the evidence of the home of a row, with nothing later than the model has seen. `type_if_unrecorded` is
 * used as a given type if no earlier sale and no certificate gives the type.
 */
export type Witness = (
  row: number,
  given?: Partial<GivenFacts>,
  type_if_unrecorded?: PropertyType | null,
) => HomeCases;

/**
 * The evidence that a request would have found on the day of a row's sale, had the model been built on its cut-off. Of
 * the sale itself only its day and the home's address and position are read. Values that do not depend on the model are
 * computed once for all models of a table.
 */
export function witnessesOf(table: SalesTable): (model: AreaModel, settings: FittedSettings) => Witness {
  const candidates = candidatesOf(table);
  const lists = listPlaces(table);
  return (model, settings) => {
    const area = builtArea(model, settings);
    const { known, location, price_per_area } = model;
    const effectsOf = remembered((place: string) =>
      effectsAt(lists.get(place), known, location, price_per_area?.places ?? null),
    );
    const near = nearestSales(table, candidates, model);
    return (row, given = {}, type_if_unrecorded = null) => {
      const home = homeOf(table, row, model);
      const property_type = typeIsRecorded(home) ? null : type_if_unrecorded;
      const { postcode, position } = home;
      const effects = effectsOf(postcode);
      return casesOf(
        { ...home, given: { ...NOTHING_GIVEN, property_type, ...given } },
        area,
        effects.length > 0 ? effects : effectsOf(postcode.slice(0, -2)),
        table.rows[row]!.date,
        remembered((type: FittedType) => (position ? near(type, position, table.property[row]!) : [])),
      );
    };
  };
}

function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

export function builtArea(model: AreaModel, settings: FittedSettings): BuiltArea {
  const { location, price_per_area, indices } = model;
  return {
    intercept: location.intercept,
    area_intercept: price_per_area?.places.intercept ?? null,
    elasticities: price_per_area?.elasticities ?? null,
    settings,
    indices: indices.map((index, type) => ({ ...index, property_type: FITTED_TYPES[type]! })),
  };
}

/** The effects that a build stores for each postcode and sector, from the sales that the model has seen, in steps. */
export function* effectsByPostcode(
  table: SalesTable,
  { known, location, price_per_area }: AreaModel,
): Steps<Map<string, PlaceEffect[]>> {
  const places = listPlaces(table);
  yield;
  const rows = placeRows(places, known, location, price_per_area?.places ?? null);
  return new Map(rows.map((row) => [row.postcode, row.effects]));
}

function homeOf(table: SalesTable, row: number, model: AreaModel): Omit<KnownHome, 'given'> {
  const home = table.rows[row]!;
  const floor_area_sqm = floorAreaKnown(home, model.as_of);
  return {
    postcode: home.postcode,
    address: addressLine(home),
    position: positionOf(home),
    sales: pastSales(table, row, model.known),
    certificate:
      floor_area_sqm === null
        ? null
        : {
            property_type: home.certificate_type ?? null,
            floor_area_sqm,
            habitable_rooms: home.habitable_rooms ?? null,
            construction_age: home.construction_age ?? null,
          },
  };
}

function pastSales(table: SalesTable, row: number, known: number): HomeSale[] {
  const sales: HomeSale[] = [];
  for (let p = table.previous[row]!; p >= 0; p = table.previous[p]!) {
    if (p >= known) continue;
    const { transaction_id, price, date, category, new_build, property_type, tenure } = table.rows[p]!;
    const { saon, paon, street, locality, town } = table.rows[p]!;
    const words = { saon, paon, street, locality, town };
    sales.unshift({ transaction_id, price, date, category, new_build, property_type, tenure, ...words });
  }
  return sales;
}

function positionOf(row: SaleRow): GridPosition | null {
  return row.easting != null && row.northing != null
    ? { easting: row.easting, northing: row.northing }
    : null;
}
