-- Suggestions are a few products while somebody types: they rank the newest that have the words in their names, and only when
-- these do not fill the list those that have them elsewhere, among the newest products of the store or else among all. To rank
-- all that have a word took most of the time, where that is a third of a large shop.

-- Words ------------------------------------------------------------------------------------------

-- In a large store words find their products by themselves, in a small one the store does: so both are planned for what is
-- asked. Planned for any store, all products of a large one were gone through before its words.
create or replace function private.described(p_tenant_id text, p_query tsquery) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  v_ids uuid[];
begin
  execute format(
    'select array(
      select p.id from public.products p where p.tenant_id = %L and p.is_active and p.search @@ %L::tsquery limit 500
    )', p_tenant_id, p_query) into v_ids;
  return v_ids;
end
$$;

create or replace function private.on_shelf(p_tenant_id text, p_query tsquery) returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  v_found boolean;
begin
  execute format(
    'select exists (select 1 from private.shelf s where s.tenant_id = %L and s.words @@ %L::tsquery)', p_tenant_id, p_query)
    into v_found;
  return v_found;
end
$$;

-- What has words that begin with each of these.
create function private.beginnings(p_words text[]) returns tsquery
language sql immutable as $$
  select string_agg(quote_literal(w) || ':*', ' & ')::tsquery from unnest(p_words) w
$$;

create or replace function private.understand(p_tenant_id text, p_text text) returns private.understood
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.understood;
  v_words text[] := (string_to_array(btrim(private.words(left(p_text, 200))), ' '))[1:8];
  v_word text;
  v_is_known boolean;
  v_known boolean[] := '{}';
  v_strange text[] := '{}';
  v_described boolean := true;
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
  v.query := private.beginnings(v_words);
  foreach v_word in array v_words loop
    v_is_known := exists (
      -- A pattern that is not known in advance cannot use the index; the words between the beginning and its end can.
      select 1 from private.shelf_words w
      where w.tenant_id = p_tenant_id and w.word ~>=~ v_word and w.word ~<~ (v_word || chr(1114111))
    );
    v_known := v_known || v_is_known;
    if not v_is_known then
      v_strange := v_strange || v_word;
    end if;
  end loop;
  if true = all (v_known) and (cardinality(v_words) = 1 or private.on_shelf(p_tenant_id, v.query)) then
    return v;
  end if;

  -- A word that is in no name is in few descriptions: with it alone, most misspelt ones are known for what they are at once.
  if cardinality(v_strange) between 1 and cardinality(v_words) - 1 then
    v_described := cardinality(private.described(p_tenant_id, private.beginnings(v_strange))) > 0;
  end if;
  if v_described then
    v.ids := private.described(p_tenant_id, v.query);
  end if;
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

-- Suggestions ------------------------------------------------------------------------------------

create index shelf_named on private.shelf using gin (ts_filter(words, '{a}')) with (gin_pending_list_limit = 256);
analyze private.shelf;

create or replace function public.search_suggestions(p_tenant_id text, p_search text, p_limit integer default 8)
returns table (
  kind text, id uuid, label text, image text, price numeric, original_price numeric, corrected text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  u private.understood := private.understand(p_tenant_id, p_search);
begin
  if u.query is null and u.ids is null then
    return;
  end if;
  return query
  select 'category', c.id, c.name, c.image, null::numeric, null::numeric, u.corrected
  from public.categories c
  where c.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(c.name)) @@ u.query
  order by c.name limit 3;
  return query execute format(
    'with named as materialized (
      select s.product_id, s.words, s.in_stock, s.created_at from private.shelf s
      where s.tenant_id = %1$L and ts_filter(s.words, ''{a}'') @@ %2$L::tsquery
      order by s.created_at desc, s.product_id limit 300
    ),
    lately as materialized (
      select s.product_id, s.words, s.in_stock, s.created_at
      from (
        select * from private.shelf s where s.tenant_id = %1$L order by s.created_at desc, s.product_id limit 2000
      ) s
      where %3$s and s.product_id <> all (array(select n.product_id from named n)) and (select count(*) from named) < $2
      limit 300
    ),
    found as materialized (select * from named union all select * from lately),
    ever as materialized (
      select s.product_id, s.words, s.in_stock, s.created_at from private.shelf s
      where %3$s and s.product_id <> all (array(select f.product_id from found f)) and (select count(*) from found) < $2
      order by s.created_at desc, s.product_id limit 300
    ),
    best as (
      select f.product_id, ts_rank(f.words, %2$L::tsquery) as rank, f.in_stock, f.created_at
      from (select * from found union all select * from ever) f
      order by rank desc nulls last, f.in_stock desc, f.created_at desc, f.product_id limit $2
    )
    select ''product'', p.id, p.name, private.first_picture(p.images), p.price, p.original_price, $1
    from best b join public.products p on p.id = b.product_id
    order by b.rank desc nulls last, b.in_stock desc, b.created_at desc, p.id',
    p_tenant_id, u.query, private.shelf_condition((row(p_tenant_id, null, null, null, null, null, null, null, false, false,
      false, false, null, null))::private.shelf_filters, u))
    using u.corrected, least(greatest(coalesce(p_limit, 8), 1), 20);
end
$$;
