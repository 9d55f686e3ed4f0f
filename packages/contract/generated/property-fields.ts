// Generated from openapi/ by scripts/property-fields.ts. Do not edit: run npm run generate.

/** Fields of the property record: the dataset whose column the field is, or null where code reads it. */
export const propertyFields = {
  address: null,
  postcode: null,
  location: null,
  country: null,
  property_type: null,
  build_form: "epc-domestic",
  floor_area_sqft: null,
  floor_area_sqm: null,
  habitable_rooms: "epc-domestic",
  bedrooms: null,
  tenure: null,
  construction_age: "epc-domestic",
  epc: null,
  plot_size: null,
  flood_zone_2: null,
  flood_zone_3: null,
  conservation_area: null,
  designations: null,
  svc_estimate: null,
  svc_sqft: null,
  last_sold_price: null,
  last_sold_date: null,
  local_authority: null,
  small_area_code: null,
} as const;
