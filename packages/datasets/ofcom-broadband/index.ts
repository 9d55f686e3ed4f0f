import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { numberOf } from '@domesday/files/values';
import { publishRows } from '@domesday/loading/publish-rows.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * Ofcom Connected Nations by postcode, by column name: the coverage files (`SFBB availability (% premises)` …)
 * and the performance files (`Median download speed (Mbit/s)` …), one file for each postcode area, postcodes
 * without a space; and the abbreviated names of 2016 (`sfbb_pc`, `med_dl_mbp` …). A column that a file lacks
 * leaves what another file of the same postcodes gave. Percentages are of premises. In 2013 a status told why
 * a postcode has no figures; such rows are left blank.
 */
const REQUIRED = { postcode: ['postcode', 'postcode_space', 'pcnws', 'pc'] };
const FIGURES = {
  superfast_pct: ['SFBB availability (% premises)', 'sfbb_pc'],
  ultrafast_pct: ['UFBB availability (% premises)', 'ufbb_pc'],
  full_fibre_pct: [
    'Full Fibre availability (% premises)',
    'FTTP availability (% premises)',
    'Full fibre availability (% of premises)',
  ],
  gigabit_pct: ['Gigabit availability (% premises)'],
  below_10_mbps_pct: ['% of premises unable to receive 10Mbit/s', 'below_10mb'],
  median_down_mbps: ['Median download speed (Mbit/s)', 'med_dl_mbp', 'median_spe'],
  average_down_mbps: ['Average download speed (Mbit/s)', 'avg_dl_mbp', 'average_sp'],
};
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Figure[];

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: [
    { name: 'postcode', type: 'text not null' },
    ...NAMES.map((name) => ({ name, type: 'real' })),
    { name: 'as_of', type: 'text' },
  ],
  maxFieldChars: 400,
  maxRecordChars: 16_000,
  recognise,
  publish: (staged) =>
    publishRows(staged, {
      table: 'broadband_postcodes',
      key: ['postcode'],
      columns: ['postcode', ...NAMES, 'as_of'],
      gathered: gatheredOver(staged.replace),
    }),
};

/** Coverage and performance of a postcode come in two files: what neither of this load tells stays as it was. */
function gatheredOver(replace: boolean): (staging: string) => string {
  const kept = (name: string, aggregate: string) =>
    replace ? aggregate : `coalesce(${aggregate}, min(b.${name}))`;
  return (
    staging,
  ) => `select s.postcode, ${NAMES.map((name) => `${kept(name, `max(s.${name})`)} as ${name}`).join(', ')},
      ${kept('as_of', 'max(s.as_of)')} as as_of
    from ${staging} s left join broadband_postcodes b on b.postcode = s.postcode group by s.postcode`;
}

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('Connected Nations by postcode', head, REQUIRED, FIGURES);
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  const present = NAMES.filter((name) => at[name] !== -1);
  if (present.length === 0) {
    const missing = [FIGURES.superfast_pct[0]!, FIGURES.median_down_mbps[0]!];
    return { refused: `as Connected Nations by postcode it has neither ${missing.join(' nor ')}.`, missing };
  }
  const as_of = editionOf(head.name);

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const postcode = postcodeOf(fields[at.postcode]);
    if (postcode === null) return `"${fields[at.postcode]?.slice(0, 20)}" is not a postcode.`;
    row[0] = postcode;
    NAMES.forEach((name, i) => {
      const value = at[name] === -1 ? null : numberOf(fields[at[name]]);
      if (name.endsWith('_pct') && value !== null && (value < 0 || value > 100)) row[i + 1] = null;
      else row[i + 1] = value;
    });
    row[NAMES.length + 1] = as_of;
    return null;
  }
  return { name: present.join(', '), dataOffset, firstLine, map };
}

/** `202401_fixed_pc_coverage_r01_AB.csv` is of January 2024. */
function editionOf(name: string): string | null {
  const found = /(?<!\d)(20\d\d)[-_]?(0[1-9]|1[0-2])(?!\d)/.exec(name);
  return found ? `${found[1]}-${found[2]}` : (/(?<!\d)20\d\d(?!\d)/.exec(name)?.[0] ?? null);
}
