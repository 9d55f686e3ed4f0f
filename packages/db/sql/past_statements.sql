-- The statements that record in the schema `past` that the rows of one relation left a table and those of another came:
-- none before the first release. `p_keys` are expressions over a row `t` that together name it and are never null;
-- `p_old` and `p_new` are relations with the columns of the table, or null.
--
-- A row of `<table>_gone` stood in the releases from `born` to `died`; a key of `<table>_since` is of a served row that
-- is in no release up to `after`. A row that comes back unchanged before the next release leaves no trace. The number of
-- the load that wrote a row does not count as a change, unless it is part of the key.
create function past_statements(p_table text, p_keys text[], p_old text, p_new text) returns text[]
language plpgsql stable as $$
declare
  latest bigint := (select max(no) from public.releases);
  gone text := format('past.%I', p_table || '_gone');
  since text := format('past.%I', p_table || '_since');
  columns text;
  same_row text;
  names text := '';
  keys_o text := '';
  keys_n text := '';
  o_is_s text := 'true';
  n_is_b text := 'true';
  g_is_n text := 'true';
  keys_g text := '';
  key text;
  i integer := 0;
  statements text[] := '{}';
begin
  if latest is null or to_regclass(gone) is null then
    return statements;
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum),
         format('row(%s)::record operator(pg_catalog.*=) row(%s)::record',
           string_agg('g.' || quote_ident(attname), ', ' order by attnum) filter (where attname <> 'load_id'),
           string_agg('n.' || quote_ident(attname), ', ' order by attnum) filter (where attname <> 'load_id'))
    into columns, same_row
    from pg_attribute
   where attrelid = gone::regclass and attnum > 0 and not attisdropped and attname not in ('born', 'died');
  foreach key in array p_keys loop
    i := i + 1;
    names := names || format('k%s, ', i);
    keys_n := keys_n || format('%s, ', regexp_replace(key, '\mt\.', 'n.', 'g'));
    keys_g := keys_g || format('%s as k%s, ', regexp_replace(key, '\mt\.', 'g.', 'g'), i);
    o_is_s := o_is_s || format(' and s.k%s = %s', i, regexp_replace(key, '\mt\.', 'o.', 'g'));
    n_is_b := n_is_b || format(' and b.k%s = %s', i, regexp_replace(key, '\mt\.', 'n.', 'g'));
    g_is_n := g_is_n || format(' and %s = %s',
      regexp_replace(key, '\mt\.', 'g.', 'g'), regexp_replace(key, '\mt\.', 'n.', 'g'));
  end loop;
  if p_old is not null then
    statements := statements || format(
      'insert into %s (%s, born, died) select %s, coalesce(s.after + 1, 0), %s from %s o left join %s s on %s
        where coalesce(s.after, -1) < %s',
      gone, columns, regexp_replace(columns, '([^ ,]+)', 'o.\1', 'g'), latest, p_old, since, o_is_s, latest);
    statements := statements || format('delete from %s s using %s o where %s', since, p_old, o_is_s);
  end if;
  if p_new is not null then
    statements := statements || format(
      'with back as (
         delete from %s g using %s n where g.died = %s and %s and %s returning %s g.born
       ) insert into %s (%s after) select %s coalesce(b.born - 1, %s) from %s n left join back b on %s
          where b.k1 is null or b.born > 0',
      gone, p_new, latest, g_is_n, same_row, keys_g, since, names, keys_n, latest, p_new, n_is_b);
  end if;
  return statements;
end
$$;
