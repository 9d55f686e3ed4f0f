export const TAGS = ['amenity', 'shop', 'leisure', 'tourism', 'railway', 'highway', 'landuse'] as const;
export type Tag = (typeof TAGS)[number];

const list = (text: string) => text.split(' ');

/** Values of a tag by the category they belong to; values that are not listed are left out. */
const AMENITIES: Record<string, string[]> = {
  education: list('school college university kindergarten'),
  health: list('doctors clinic hospital pharmacy dentist'),
  food: list('restaurant cafe pub bar fast_food ice_cream food_court'),
  civic: list('bank post_office townhall police fire_station community_centre courthouse'),
  culture: list('cinema theatre arts_centre library'),
  ev_charging: list('charging_station'),
  worship: list('place_of_worship'),
  transport: list('bus_station ferry_terminal taxi'),
  shops: list('marketplace'),
};
const FOOD_SHOPS = list('supermarket convenience bakery butcher greengrocer deli farm');
const EMPTY_SHOPS = list('vacant no');
const GREEN = list('park garden nature_reserve playground common recreation_ground village_green');
const CULTURE = list('museum gallery');
const RAIL = list('station halt tram_stop');

/** The category of an element and its kind, the value of the tag that decides; null if the element is not served. */
export function categoryOfTags(
  tagOf: (tag: Tag) => string | null,
): { category: string; kind: string } | null {
  const amenities = valuesOf(tagOf('amenity'));
  for (const [category, values] of Object.entries(AMENITIES)) {
    const amenity = amenities.find((value) => values.includes(value));
    if (amenity) return { category, kind: amenity };
  }
  const [shop] = valuesOf(tagOf('shop'));
  if (shop && !EMPTY_SHOPS.includes(shop))
    return { category: FOOD_SHOPS.includes(shop) ? 'food' : 'shops', kind: shop };
  const greens = [...valuesOf(tagOf('leisure')), ...valuesOf(tagOf('landuse'))];
  const green = greens.find((value) => GREEN.includes(value));
  if (green) return { category: 'green_space', kind: green };
  const tourism = valuesOf(tagOf('tourism')).find((value) => CULTURE.includes(value));
  if (tourism) return { category: 'culture', kind: tourism };
  const railway = valuesOf(tagOf('railway')).find((value) => RAIL.includes(value));
  if (railway) return { category: 'transport', kind: railway };
  return valuesOf(tagOf('highway')).includes('bus_stop') ? { category: 'transport', kind: 'bus_stop' } : null;
}

/** The values of a tag. Mappers write several as a list such as `deli;cafe`, the main one first. */
function valuesOf(tag: string | null): string[] {
  return (tag ?? '').split(';').flatMap((value) => value.trim() || []);
}
