import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'planning-applications',
  name: 'Planning applications',
  publisher: 'PlanIt, Greater London Authority, planning.data.gov.uk and councils',
  countries: ['England', 'Wales', 'Scotland'],
  licence: `Terms of each source: PlanIt as its site states, Planning London Datahub and planning.data.gov.uk ${OGL}, councils as they state`,
  attribution:
    'Contains planning data of local planning authorities, by way of PlanIt, the Planning London Datahub and planning.data.gov.uk.',
  cadence_days: 7,
  dated_by: 'records',
  delay_days: 7,
  served: {
    table: 'planning_applications',
    newest: 't.day',
    placed: 't.easting is not null and not t.placed_by_postcode',
    area: 't.authority_name',
    replaces: 'the same applications of the same source',
  },
  used_by: ['planning'],
  download: {
    topic: 'planning',
    find: {
      by: 'address',
      addresses: ['https://files.planning.data.gov.uk/dataset/planning-application.csv'],
    },
    content: 'csv',
    bytes: null,
    rows: null,
    nations: ['England'],
    beside: 'PlanIt and the Planning London Datahub answer searches; councils publish their own',
  },
  docs: {
    page: 'data-areas',
    what: 'PlanIt, Planning London Datahub, planning.data.gov.uk, councils',
    layouts:
      'PlanIt `records`; datahub `hits`; planning.data.gov.uk as CSV, GeoJSON or JSON; CSV through a mapping',
    where: 'planit.org.uk; london.gov.uk; planning.data.gov.uk; councils',
    layout_seen: {
      real_file: 'PlanIt, four records; Planning London Datahub 2021',
      specification: 'planning.data.gov.uk, fields of the dataset',
    },
  },
} as const satisfies DatasetSource;
