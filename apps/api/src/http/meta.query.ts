import type { Queryable } from '@domesday/db';

export interface LatestLoad {
  id: number;
  dataset: string;
  content_hash: string;
  release: string | null;
  newest_record: string | null;
  rows_published: number;
  licence: string;
  attribution: string;
  finished_at: Date;
}

/** The newest published load of each dataset, by dataset; reads the index dataset_loads_latest. */
export async function latestLoads(db: Queryable): Promise<LatestLoad[]> {
  const { rows } = await db.query<LatestLoad>({
    name: 'latest-loads',
    text: `select distinct on (dataset) id, dataset, content_hash, release, newest_record, rows_published,
             licence, attribution, finished_at
           from dataset_loads where status = 'published' order by dataset, id desc`,
  });
  return rows;
}

/** What each derived table was last built from; a table of some thirty rows. */
export async function standingBuilds(db: Queryable): Promise<{ name: string; inputs: string }[]> {
  const { rows } = await db.query<{ name: string; inputs: string }>({
    name: 'standing-builds',
    text: 'select name, inputs from derived_builds',
  });
  return rows;
}
