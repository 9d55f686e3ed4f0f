import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'airbnb-listings',
  name: 'Inside Airbnb listings',
  publisher: 'Inside Airbnb',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'Creative Commons Attribution 4.0 International (CC BY 4.0); see the publisher for terms of use',
  attribution: 'Contains data of Inside Airbnb (insideairbnb.com), CC BY 4.0.',
  cadence_days: 92,
  dated_by: 'records',
  delay_days: 30,
  served: {
    table: 'short_lets',
    found: ['postcode'],
    newest: 't.seen_on',
    area: 't.city',
    replaces: 'the same listings at the same visit',
  },
  used_by: ['short_lets'],
  download: {
    topic: 'listings',
    find: {
      by: 'links',
      page: 'https://insideairbnb.com/get-the-data/',
      matches:
        'https?://data\\.insideairbnb\\.com/united-kingdom/[a-z-]+/(?<place>[a-z-]+)/(?<day>\\d{4}-\\d{2}-\\d{2})/data/listings\\.csv\\.gz',
    },
    content: 'gzip',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data',
    what: 'short lets of a city as Inside Airbnb saw them, one visit after another',
    layouts:
      'the summary `listings.csv` and the detailed one, plain, gz or zip; city and day are told by the name or address of the file (`edinburgh-2021-12-18-listings.csv`, `…/edinburgh/2021-12-18/…`); without a day there the newest review gives it',
    where: 'insideairbnb.com',
    terms: 'CC BY 4.0; read the publisher’s own terms',
    layout_seen: { real_file: 'summary of Edinburgh 2021; summary and detailed of Bristol 2025' },
  },
} as const satisfies DatasetSource;
