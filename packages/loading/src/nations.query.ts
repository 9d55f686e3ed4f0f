import { type DbClient, writeWorking } from '@domesday/db';

/** Stores the code of each nation from a staged file of postcodes. One sequential read of the staged rows. */
export async function noteNations(client: DbClient, staging: string): Promise<void> {
  await writeWorking(
    client,
    `insert into nations (country, code)
     select country, min(country_code) from ${staging}
      where country is not null and country_code is not null group by country
     on conflict (country) do update set code = excluded.code where nations.code <> excluded.code`,
  );
}
