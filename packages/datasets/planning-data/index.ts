import { areaDataset } from '@domesday/loading/kinds/areas/dataset';
import { source } from './source.ts';

/** Columns that describe an area in words. Map servers and shapefiles cut their names. */
const DESCRIPTIONS = ['description', 'descriptio', 'descript', 'article-4-direction'];

/**
 * Any dataset of planning.data.gov.uk as CSV or GeoJSON, whose `dataset` column is the kind; and the source files of
 * councils and national bodies, whose kind the operator gives. Layout of the site: thirteen columns that every dataset
 * has (dataset, end-date, entity, entry-date, geojson, geometry, name, organisation-entity, point, prefix, reference,
 * start-date, typology), spelt with hyphens or underscores, then those of the dataset itself.
 */
export const dataset = areaDataset({
  id: source.id,
  countries: source.countries,
  kind: (feature) => {
    const named = feature.get('dataset', 'prefix');
    if (named && /^[a-z][a-z0-9-]+$/.test(named)) return named;
    // A brownfield register is recognised by its prescribed columns.
    return feature.get('SiteReference') && feature.get('OrganisationURI') ? 'brownfield-land' : null;
  },
  refuse: (_feature, kind) =>
    kind === 'planning-application'
      ? 'it holds planning applications, which are loaded as planning-applications.'
      : null,
  band: (feature, kind) => {
    const band = kind.startsWith('listed-building')
      ? feature.get('listed-building-grade', 'grade')
      : feature.get('flood-risk-level', 'status', 'designation-type', 'type');
    return { band: band?.replace(/^listed building grade\s+/i, '') ?? null, level: null };
  },
  filePerLayer: /^listed-building/,
  columns: {
    reference: [
      'reference',
      'ListEntry',
      'tpo_no',
      'SiteReference',
      'ensisid',
      'sac_code',
      'documentation-reference',
      'code',
      'themid',
      'REF',
      'entity',
    ],
    name: [
      'name',
      'ca_name',
      'conservation area name',
      'conservatio',
      'sssi_name',
      'lnr_name',
      'sac_name',
      'gb_name',
      'SiteNameAddress',
      'title',
      'location',
      'address-text',
    ],
    designated: [
      'designation-date',
      'designated',
      'designated date',
      'designatio',
      'desig_date',
      'listdate',
      'scheddate',
      'date_of_li',
      'datemade',
      'start-date',
      'FirstAddedDate',
    ],
    // A felled tree is no longer protected.
    ended: ['end-date', 'felled-date'],
  },
  named: (feature): Record<string, string> => {
    const texts = new Set(DESCRIPTIONS.flatMap((column) => feature.get(column) ?? []));
    return texts.size > 0 ? { description: [...texts].join('; ') } : {};
  },
  attributes: [
    'permitted-development-rights',
    'entity',
    'organisation-entity',
    'documentation-url',
    'entry-date',
    'quality',
  ],
  extent: 'authorities',
});
