import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText } from '@domesday/files/values';
import { HEALTH_STAGING, publishHealthSites } from '@domesday/loading/kinds/health-sites.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * Three files of Public Health Scotland, by column name: practice contact details, dispenser locations and
 * current hospitals. Positions come from the postcode.
 */
const FILES = {
  gp_practice: { id: ['PracticeCode'], name: ['GPPracticeName'], postcode: ['Postcode'] },
  pharmacy: {
    id: ['DispCode', 'DispenserCode'],
    name: ['DispLocationName', 'DispenserName'],
    postcode: ['DispLocationPostcode', 'DispLocationPCode', 'Postcode'],
  },
  hospital: {
    id: ['HospitalCode', 'Location'],
    name: ['HospitalName', 'LocationName'],
    postcode: ['Postcode'],
  },
};

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: HEALTH_STAGING,
  maxFieldChars: 2000,
  maxRecordChars: 16_000,
  nullRates: { postcode: 0.05 },
  recognise,
  ...publishHealthSites('nhs-scotland'),
};

function recognise(head: Head): Layout | Refusal {
  let refusal: Refusal | null = null;
  for (const [kind, required] of Object.entries(FILES)) {
    const found = namedColumns('a file of practices, dispensers or hospitals', head, required);
    if (isRefused(found)) {
      if (!refusal || found.missing.length < refusal.missing.length) refusal = found;
      continue;
    }
    const { at, width, dataOffset, firstLine } = found;
    const map = (fields: string[], row: CopyValue[]): MapOutcome => {
      const wrong = wrongWidth(fields, width);
      if (wrong) return wrong;
      const id = cleanText(fields[at.id]);
      const name = cleanText(fields[at.name]);
      if (!id || !name) return 'The row has no code or no name.';
      row[0] = 'nhs-scotland';
      row[1] = id;
      row[2] = kind;
      row[3] = name;
      row[4] = postcodeOf(fields[at.postcode]);
      row[5] = 'Scotland';
      return null;
    };
    return { name: kind, dataOffset, firstLine, map };
  }
  return refusal!;
}
