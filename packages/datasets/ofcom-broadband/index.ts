import { numberOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { publishRows } from '@domesday/loading/publish-rows.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { fractions, olderEditions, severalEditions } from './editions.query.ts';
import { source } from './source.ts';

/** A share of premises in per cent, with or without the sign; null if it is no percentage. */
function percentage(text: string | undefined): number | null {
  const value = numberOf(text?.replace(/\s*%\s*$/, ''));
  return value !== null && (value < 0 || value > 100) ? null : value;
}

/** A speed in megabits a second; null if it cannot be one. */
function speed(text: string | undefined): number | null {
  const value = numberOf(text);
  return value !== null && value < 0 ? null : value;
}

interface About {
  /** The edition of the file's coverage figures and of its measured speeds; null if it has none. */
  as_of: string | null;
  speeds_as_of: string | null;
  /** Whether the superfast share excludes ultrafast, as in 2016: from 30 to less than 300 megabits a second. */
  superfast_apart: boolean;
}

/**
 * Ofcom Connected Nations by postcode, by column name: the coverage files (`SFBB availability (% premises)` …) and the
 * performance files (`Median download speed (Mbit/s)` …), one file for each postcode area, postcodes without a space;
 * and the abbreviated names of 2016 (`sfbb_pc`, `med_dl_mbp` …). A column that a file lacks keeps its value from
 * another file of the same postcodes. Percentages are of all premises: files of only residential premises, which have
 * the same columns (`202601_fixed_pc_res_coverage_r1_XE.csv`), are not read. Speeds and coverage have separate
 * editions. In 2013 a status gives the reason why a postcode has no figures; such rows are left blank.
 */
const table = columnTable<About>()({
  postcode: {
    type: 'text not null',
    from: ['postcode', 'postcode_space', 'pcnws', 'pc'],
    read: (text, row) => postcodeOf(text) ?? row.refuse(`${quoted(text)} is not a postcode.`),
  },
  superfast_pct: {
    type: 'real',
    from: ['SFBB availability (% premises)', 'sfbb_pc'],
    optional: true,
    read: (text, row) => {
      const share = percentage(text);
      if (!row.file.superfast_apart || share === null) return share;
      const faster = percentage(row.raw('ultrafast_pct'));
      return faster === null ? null : Math.min(100, share + faster);
    },
  },
  ultrafast_pct: {
    type: 'real',
    from: ['UFBB availability (% premises)', 'ufbb_pc'],
    optional: true,
    read: percentage,
  },
  full_fibre_pct: {
    type: 'real',
    from: [
      'Full Fibre availability (% premises)',
      'FTTP availability (% premises)',
      'Full fibre availability (% of premises)',
    ],
    optional: true,
    read: percentage,
  },
  gigabit_pct: {
    type: 'real',
    from: ['Gigabit availability (% premises)'],
    optional: true,
    read: percentage,
  },
  below_10_mbps_pct: {
    type: 'real',
    from: ['% of premises unable to receive 10Mbit/s', 'below_10mb'],
    optional: true,
    read: percentage,
  },
  median_down_mbps: {
    type: 'real',
    from: ['Median download speed (Mbit/s)', 'med_dl_mbp', 'median_spe'],
    optional: true,
    read: speed,
  },
  average_down_mbps: {
    type: 'real',
    from: ['Average download speed (Mbit/s)', 'avg_dl_mbp', 'average_sp'],
    optional: true,
    read: speed,
  },
  as_of: { type: 'text', read: (_, row) => row.file.as_of },
  speeds_as_of: { type: 'text', read: (_, row) => row.file.speeds_as_of },
});
const SPEEDS = ['median_down_mbps', 'average_down_mbps'] as const;
const COVERAGE = [
  'superfast_pct',
  'ultrafast_pct',
  'full_fibre_pct',
  'gigabit_pct',
  'below_10_mbps_pct',
] as const;
const FIGURES = [...COVERAGE, ...SPEEDS] as const;
/** All columns but the postcode. A load keeps the stored values of those that its files lack. */
const KEPT = [...FIGURES, 'as_of', 'speeds_as_of'] as const;

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: table.staging,
  maxFieldChars: 400,
  maxRecordChars: 16_000,
  recognise,
  joinsEditions: true,
  check: async (staged) => [
    ...(await severalEditions(staged, [...KEPT])),
    ...(await fractions(staged, [...COVERAGE])),
    ...(staged.replace ? [] : await olderEditions(staged)),
  ],
  publish: (staged) =>
    publishRows(staged, {
      table: 'broadband_postcodes',
      key: ['postcode'],
      columns: table.served,
      gathered: gatheredOver(staged.replace),
    }),
};

/**
 * SQL of one row for each postcode. Coverage and performance come in separate files, so columns that this load lacks
 * keep their stored values, unless `replace`.
 */
function gatheredOver(replace: boolean): (staging: string) => string {
  const valueOrStored = (name: string, aggregate: string) =>
    replace ? aggregate : `coalesce(${aggregate}, min(b.${name}))`;
  return (
    staging,
  ) => `select s.postcode, ${KEPT.map((name) => `${valueOrStored(name, `max(s.${name})`)} as ${name}`).join(', ')}
    from ${staging} s left join broadband_postcodes b on b.postcode = s.postcode group by s.postcode`;
}

/**
 * Matches the names of files of residential premises (`…_res_coverage_…`, `…_coverage_res_…`). Only the name
 * distinguishes them from files of all premises.
 */
const RESIDENTIAL = /(?<![a-z])res(?![a-z])[^/]*$/i;

function recognise(head: Head): Layout | Refusal {
  if (RESIDENTIAL.test(head.name)) {
    const refused = 'by its name it counts residential premises alone; load the file of all premises.';
    return { refused, missing: [] };
  }
  const found = table.find('Connected Nations by postcode', head);
  if ('refused' in found) return found;
  const present = FIGURES.filter((name) => found.at[name] !== -1);
  if (present.length === 0) {
    const missing = ['SFBB availability (% premises)', 'Median download speed (Mbit/s)'];
    return { refused: `as Connected Nations by postcode it has neither ${missing.join(' nor ')}.`, missing };
  }
  const edition = (figures: readonly (typeof FIGURES)[number][]) =>
    figures.some((figure) => present.includes(figure)) ? editionOf(head.name) : null;
  const file: About = {
    as_of: edition(COVERAGE),
    speeds_as_of: edition(SPEEDS),
    superfast_apart: /\bsfbb_pc\b/i.test(head.text),
  };
  return table.layout({ name: present.join(', '), ...found, file });
}

/** `202401_fixed_pc_coverage_r01_AB.csv` is of January 2024. */
function editionOf(name: string): string | null {
  const found = /(?<!\d)(20\d\d)[-_]?(0[1-9]|1[0-2])(?!\d)/.exec(name);
  return found ? `${found[1]}-${found[2]}` : (/(?<!\d)20\d\d(?!\d)/.exec(name)?.[0] ?? null);
}
