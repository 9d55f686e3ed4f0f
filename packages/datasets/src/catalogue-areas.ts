import type { CatalogueEntry } from '@domesday/loading/types';

const OGL = 'Open Government Licence v3.0';
const ENGLAND = ['England'] as const;
const WALES = ['Wales'] as const;
const SCOTLAND = ['Scotland'] as const;
const BRITAIN = ['England', 'Wales', 'Scotland'] as const;

function open(
  id: string,
  name: string,
  publisher: string,
  countries: readonly ('England' | 'Wales' | 'Scotland')[],
  used_by: string[],
  more: Partial<CatalogueEntry> = {},
): CatalogueEntry {
  return {
    id,
    name,
    publisher,
    countries: [...countries],
    licence: OGL,
    attribution: `Contains public sector information licensed under the Open Government Licence v3.0: © ${publisher}, ${name}. Contains OS data © Crown copyright and database right.`,
    cadence_days: null,
    used_by,
    ...more,
  };
}

const NRW = 'Natural Resources Wales';
const EA = 'Environment Agency';
const HMLR_TERMS =
  'HM Land Registry licence for the dataset, accepted by the operator; re-publication restricted';
const HMLR_ATTRIBUTION =
  'This information is subject to Crown copyright and database rights and is reproduced with the permission of HM Land Registry.';

/** Datasets of areas, planning, licences and titles. */
export const areaCatalogue = {
  'planning-data': open(
    'planning-data',
    'Planning Data',
    'Ministry of Housing, Communities and Local Government, and the authorities that supply it',
    ENGLAND,
    ['designations'],
    { cadence_days: 31 },
  ),
  'flood-zones-england': open(
    'flood-zones-england',
    'Flood Map for Planning: flood zones 2 and 3',
    EA,
    ENGLAND,
    ['designations'],
    { cadence_days: 92 },
  ),
  'flood-zones-wales': open(
    'flood-zones-wales',
    'Flood Map for Planning Wales: flood zones 2 and 3',
    NRW,
    WALES,
    ['designations'],
    { cadence_days: 183 },
  ),
  'flood-risk-england': open(
    'flood-risk-england',
    'Risk of flooding from rivers, sea and surface water',
    EA,
    ENGLAND,
    ['risks'],
    { cadence_days: 92 },
  ),
  'flood-risk-wales': open('flood-risk-wales', 'Flood Risk Assessment Wales', NRW, WALES, ['risks'], {
    cadence_days: 183,
  }),
  'flood-risk-scotland': open(
    'flood-risk-scotland',
    'SEPA flood maps',
    'Scottish Environment Protection Agency',
    SCOTLAND,
    ['risks'],
    {
      licence: 'SEPA data licence, to be checked by the operator before use',
      attribution:
        'Contains SEPA data © Scottish Environment Protection Agency and database right. Contains OS data © Crown copyright and database right.',
      cadence_days: 365,
    },
  ),
  'historic-landfill': open('historic-landfill', 'Historic landfill sites', EA, ENGLAND, ['risks'], {
    cadence_days: 92,
  }),
  'historic-landfill-wales': open('historic-landfill-wales', 'Historic landfill sites in Wales', NRW, WALES, [
    'risks',
  ]),
  radon: open(
    'radon',
    'Indicative atlas of radon, 1 km grid',
    'UK Health Security Agency and British Geological Survey',
    BRITAIN,
    ['risks'],
    {
      attribution:
        'Contains British Geological Survey materials © UKRI and UKHSA copyright. Contains OS data © Crown copyright and database right.',
    },
  ),
  'coal-mining': open('coal-mining', 'Coal mining data', 'Mining Remediation Authority', BRITAIN, ['risks'], {
    cadence_days: 92,
  }),
  noise: open(
    'noise',
    'Strategic noise mapping, England',
    'Department for Environment, Food and Rural Affairs',
    ENGLAND,
    ['risks'],
  ),
  'noise-wales': open('noise-wales', 'Strategic noise mapping, Wales', 'Welsh Government', WALES, ['risks']),
  'noise-scotland': open(
    'noise-scotland',
    'Strategic noise mapping, Scotland',
    'Scottish Government',
    SCOTLAND,
    ['risks'],
  ),
  'air-quality-areas': open(
    'air-quality-areas',
    'Air quality management areas',
    'Department for Environment, Food and Rural Affairs',
    BRITAIN,
    ['risks'],
    { cadence_days: 92 },
  ),
  'coastal-erosion': open('coastal-erosion', 'National coastal erosion risk mapping', EA, ENGLAND, ['risks']),
  'inspire-polygons': open(
    'inspire-polygons',
    'INSPIRE index polygons',
    'HM Land Registry',
    ['England', 'Wales'],
    ['plot size'],
    {
      attribution:
        'This information is subject to Crown copyright and database rights and is reproduced with the permission of HM Land Registry. The polygons (including the associated geometry, namely x, y co-ordinates) are subject to Crown copyright and database rights and are reproduced with the permission of HM Land Registry and Ordnance Survey.',
      licence: `${OGL}, with HM Land Registry's conditions for INSPIRE index polygons`,
      cadence_days: 31,
    },
  ),
  'planning-applications': open(
    'planning-applications',
    'Planning applications',
    'PlanIt, Greater London Authority, planning.data.gov.uk and councils',
    BRITAIN,
    ['planning'],
    {
      licence:
        'Terms of each source: PlanIt as its site states, Planning London Datahub and planning.data.gov.uk Open Government Licence v3.0, councils as they state',
      attribution:
        'Contains planning data of local planning authorities, by way of PlanIt, the Planning London Datahub and planning.data.gov.uk.',
      cadence_days: 7,
    },
  ),
  'hmo-register': open(
    'hmo-register',
    'Registers of licensed houses in multiple occupation',
    'Local authorities',
    BRITAIN,
    ['licences'],
    {
      licence: 'As each local authority states; most publish under the Open Government Licence v3.0',
      attribution: 'Contains public registers of local authorities.',
      cadence_days: 92,
    },
  ),
  ccod: open(
    'ccod',
    'UK companies that own property in England and Wales',
    'HM Land Registry',
    ['England', 'Wales'],
    ['titles'],
    {
      licence: HMLR_TERMS,
      attribution: HMLR_ATTRIBUTION,
      cadence_days: 31,
    },
  ),
  ocod: open(
    'ocod',
    'Overseas companies that own property in England and Wales',
    'HM Land Registry',
    ['England', 'Wales'],
    ['titles'],
    {
      licence: HMLR_TERMS,
      attribution: HMLR_ATTRIBUTION,
      cadence_days: 31,
    },
  ),
} as const satisfies Record<string, CatalogueEntry>;
