-- A misspelt word is found without reading all words of a store.

-- What was just written waits in a list that each search reads through; a short one is read at once.
alter index private.shelf_found set (gin_pending_list_limit = 256);
alter index public.products_search set (gin_pending_list_limit = 256);

-- A misspelt word is looked for among words: numbers are many, and one is not another one misspelt.
drop index private.shelf_words_alike;
create index shelf_words_alike on private.shelf_words using gin (tenant_id, word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where word ~ '[^0-9]';

create or replace function private.understand(p_tenant_id text, p_text text) returns private.understood
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.understood;
  v_words text[] := (string_to_array(btrim(private.words(left(p_text, 200))), ' '))[1:8];
  v_word text;
  v_known boolean[] := '{}';
  v_alike text[];
  v_parts text[] := '{}';
  v_shown text[] := '{}';
begin
  if coalesce(btrim(p_text), '') = '' then
    return v;
  end if;
  v_words := array_remove(v_words, '');
  if coalesce(cardinality(v_words), 0) = 0 then
    v.nothing := true;
    return v;
  end if;
  v.query := (select string_agg(quote_literal(w) || ':*', ' & ') from unnest(v_words) w)::tsquery;
  foreach v_word in array v_words loop
    v_known := v_known || exists (
      -- A pattern that is not known in advance cannot use the index; the words between the beginning and its end can.
      select 1 from private.shelf_words w
      where w.tenant_id = p_tenant_id and w.word ~>=~ v_word and w.word ~<~ (v_word || chr(1114111))
    );
  end loop;
  if true = all (v_known) and (cardinality(v_words) = 1 or private.on_shelf(p_tenant_id, v.query)) then
    return v;
  end if;

  v.ids := private.described(p_tenant_id, v.query);
  if cardinality(v.ids) > 0 then
    v.query := null;
    return v;
  end if;
  v.ids := null;

  for i in 1 .. cardinality(v_words) loop
    v_alike := case when v_known[i] then array[v_words[i] || ':*'] else array(
      select a.word from (
        select w.word, extensions.similarity(w.word, v_words[i]) as likeness
        from private.shelf_words w
        where w.tenant_id = p_tenant_id and w.word operator(extensions.%) v_words[i] and w.word ~ '[^0-9]'
      ) a
      order by a.likeness desc, abs(length(a.word) - length(v_words[i])), a.word limit 2
    ) end;
    if cardinality(v_alike) > 0 then
      v_parts := v_parts || ('(' || array_to_string(v_alike, ' | ') || ')');
      v_shown := v_shown || rtrim(v_alike[1], ':*');
    end if;
  end loop;
  if cardinality(v_parts) = 0 then
    v.query := null;
    v.nothing := true;
    return v;
  end if;
  v.corrected := nullif(array_to_string(v_shown, ' '), array_to_string(v_words, ' '));
  v.query := array_to_string(v_parts, ' & ')::tsquery;
  if cardinality(v_parts) > 1 and not private.on_shelf(p_tenant_id, v.query) then
    v.query := array_to_string(v_parts, ' | ')::tsquery;
  end if;
  return v;
end
$$;
