import { type Kysely, sql } from 'kysely';

const SAMPLES = ['true', 'sample >= 1', 'sample = 2'];

/**
 * Documents that answer the index and then a narrower query, of all, of a sixteenth or of a 256th of them. One plan
 * serves every call: planning a query of words anew takes a third of the time of answering it, and the plan is
 * always the same. House numbers enter the dictionary, so that a search knows which of its words are rare.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table address_documents add column sample smallint not null default 0`.execute(db);
  await sql`
    update address_documents set sample = case when hashint4(id) & 15 = 0 then 2 else 1 end where sampled`.execute(
    db,
  );
  await sql`alter table address_documents drop column sampled`.execute(db);
  await sql`alter table address_documents alter column sample drop default`.execute(db);
  await sql`
    create index address_documents_sample on address_documents using gin (words) with (fastupdate = off)
    where sample >= 1`.execute(db);
  await sql`
    create index address_documents_small_sample on address_documents using gin (words) with (fastupdate = off)
    where sample = 2`.execute(db);
  // The function behind @@ is not taken up by an index, which is what the second query is for.
  const from = (sample: string) => `
    return query select id, postcode, text from address_documents
      where words @@ p_index and ${sample}
        and (p_whole is null or ts_match_vq(words, p_whole))
        and (p_outcode is null or postcode like p_outcode || ' %')
      limit p_limit;`;
  await sql`
    create function address_documents_with(
      p_index tsquery, p_whole tsquery, p_sample integer, p_outcode text, p_limit integer
    ) returns table (id integer, postcode text, text text)
    language plpgsql stable rows 100 set plan_cache_mode = force_generic_plan as $$
    #variable_conflict use_column
    begin
      if p_sample = 2 then ${sql.raw(from(SAMPLES[2]!))}
      elsif p_sample = 1 then ${sql.raw(from(SAMPLES[1]!))}
      else ${sql.raw(from(SAMPLES[0]!))}
      end if;
    end
    $$`.execute(db);
  await sql`
    insert into address_words (word, documents)
    select lexeme, count(*) from address_documents, unnest(words) where lexeme like '#%' group by lexeme
    on conflict do nothing`.execute(db);
}
