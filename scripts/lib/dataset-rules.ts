import { TOPICS } from '../../packages/loading/src/publishers/types.ts';

/** The content of a folder of packages/datasets, as far as the rules check it. */
export interface DatasetFolder {
  id: string;
  files: string[];
  /** The export `source` of its source.ts; undefined if there is no such file. */
  source?: Partial<{
    id: string;
    licence: string;
    attribution: string;
    served: Partial<Record<'table' | 'replaces', string>>;
    download: Partial<{
      topic: string;
      find: { by: string; why?: string };
      content: string | null;
      bytes: number | null;
      rows: number | null;
      token: Partial<{ variable: string; hosts: readonly string[]; from: string }>;
    }>;
    docs: Partial<Record<'page' | 'what' | 'layouts' | 'where', string>> & { layout_seen?: unknown };
    no_sandbox: string;
  }>;
}

/** Words that make sense only in the table of a document, or that name no place. */
const NO_PLACE = /\b(see|below|above)\b|^(made|saved|an?)\b|\bown$/;
const DOCS = ['page', 'what', 'layouts', 'where', 'layout_seen'] as const;

/**
 * What each dataset lacks, one sentence each. `tests` are the texts of all tests, `sandbox` the datasets that it
 * writes.
 */
export function lackingParts(
  folders: readonly DatasetFolder[],
  tests: readonly string[],
  sandbox: ReadonlySet<string>,
): string[] {
  return folders.flatMap(({ id, files, source }) => {
    const lacks = (what: string) => `packages/datasets/${id} lacks ${what}`;
    const problems: string[] = [];
    if (!files.includes('index.ts')) problems.push(lacks('index.ts, which exports its loader as `dataset`'));
    if (!source) return [...problems, lacks('source.ts, which exports what is known of it as `source`')];
    if (source.id !== id) problems.push(`packages/datasets/${id}/source.ts calls itself ${source.id}`);
    if (!source.licence) problems.push(lacks('a licence in source.ts'));
    if (!source.attribution) problems.push(lacks('an attribution in source.ts'));
    if (!source.served?.table || !source.served.replaces)
      problems.push(lacks('`served` in source.ts: its table, and what of it a later load replaces'));
    const missing = DOCS.filter((key) => !source.docs?.[key]);
    if (missing.length > 0)
      problems.push(lacks(`its docs row in source.ts: docs.${missing.join(', docs.')}`));
    if (NO_PLACE.test(source.docs?.where ?? ''))
      problems.push(lacks('a docs.where that goes on after "Get it from": the commands say so'));
    problems.push(...lackingDownload(source.download).map(lacks));
    if (!sandbox.has(id) && !source.no_sandbox)
      problems.push(lacks('a writer in packages/sandbox/src/files, or `no_sandbox` with the reason'));
    if (!sandbox.has(id) && !tests.some((text) => text.includes(`'${id}'`)))
      problems.push(lacks('a test that loads it: neither a test nor the sandbox names it'));
    return problems;
  });
}

/** What the `download` of a dataset's source lacks; it is needed to fetch, plan and check the dataset. */
function lackingDownload(download: NonNullable<DatasetFolder['source']>['download']): string[] {
  if (!download?.find?.by)
    return ['`download` in source.ts: how its newest release is found, or that the operator brings it'];
  const problems: string[] = [];
  const topics: readonly string[] = TOPICS;
  if (!topics.includes(download.topic ?? ''))
    problems.push(`a topic in \`download\` of source.ts, one of ${TOPICS.join(', ')}`);
  if (download.bytes === undefined || download.rows === undefined)
    problems.push('`bytes` and `rows` in `download` of source.ts: about how much it is, or null');
  if (download.find.by !== 'operator' && !download.content)
    problems.push('`content` in `download` of source.ts: what its file is');
  const { token } = download;
  if (token && !(token.variable && token.from && token.hosts?.length))
    problems.push('the variable, the hosts or the page of its token in `download` of source.ts');
  return problems;
}
