import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'airbnb-reviews',
  name: 'Inside Airbnb reviews',
  publisher: 'Inside Airbnb',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'Creative Commons Attribution 4.0 International (CC BY 4.0); see the publisher for terms of use',
  attribution: 'Contains data of Inside Airbnb (insideairbnb.com), CC BY 4.0.',
  cadence_days: 92,
  dated_by: 'records',
  delay_days: 60,
  served: {
    table: 'short_let_reviews',
    newest: 't.month',
    replaces: 'the reviews of the same listings',
  },
  used_by: ['short_let_reviews'],
  download: {
    topic: 'listings',
    find: {
      by: 'links',
      page: 'https://insideairbnb.com/get-the-data/',
      matches:
        'https?://data\\.insideairbnb\\.com/united-kingdom/[a-z-]+/(?<place>[a-z-]+)/(?<day>\\d{4}-\\d{2}-\\d{2})/data/reviews\\.csv\\.gz',
    },
    content: 'gzip',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data',
    what: 'when the same short lets were reviewed, by month',
    layouts: 'the summary `reviews.csv` and the detailed one; neither names nor texts are kept',
    where: 'insideairbnb.com',
    terms: 'CC BY 4.0; read the publisher’s own terms',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
