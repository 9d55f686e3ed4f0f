import type { Download, Finding } from './types.ts';

const FOUND: Record<Exclude<Finding['by'], 'operator'>, string> = {
  address: 'fixed address',
  month: 'address by month, tried backwards',
  day: 'address by day, tried backwards',
  'gov-uk': 'content API of gov.uk',
  'os-downloads': 'OS Downloads API',
  'arcgis-item': 'newest item at ArcGIS Online',
  redirect: 'address that leads to the newest month',
  'file-info': 'file service of the publisher',
  'land-property-api': 'API of Use land and property data',
  'ons-page': 'dataset page of ons.gov.uk',
  links: 'links of a web page',
};

/** How the newest release is found, in a few words. */
export function foundBy({ find }: Download): string {
  if (find.by !== 'operator') return FOUND[find.by];
  switch (find.why) {
    case 'own':
      return 'your own files';
    case 'made':
      return 'made or saved by you';
    case 'each_council':
      return 'each council has its own';
    case 'not_known':
      return 'address not known';
  }
}
