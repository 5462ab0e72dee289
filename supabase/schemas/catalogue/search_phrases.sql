-- Parsing a search phrase: words, synonyms and spelling corrections.

-- Helpers of the tables

-- Lookup keys of words: folded and without spaces, so that "T-shirt", "t shirt" and "tshirt" are equal.
create function private.synonym_keys(p_words text[]) returns text[]
language sql immutable as $$
  select array(
    select replace(btrim(private.words(word)), ' ', '')
    from unnest(p_words) with ordinality as given (word, place) order by place
  )
$$;

-- Tables

-- Words with the same meaning to shoppers: a make and its product, a word in two scripts. A search for one finds products with any
-- of them. With `one_way`, only a search for the first does: gift finds mugs, mug finds no gifts.
create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- Null for all stores.
  tenant_id text references public.tenants (id) on delete cascade,
  words text[] not null,
  one_way boolean not null default false,
  keys text[] not null generated always as (private.synonym_keys(case when one_way then words[:1] else words end)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint search_synonyms_words_check check (
    cardinality(words) between 2 and 30 and length(array_to_string(words, '')) <= 1000
    and array_position(words, null) is null and '' <> all (private.synonym_keys(words))
  )
);
create index search_synonyms_by_key on public.search_synonyms using gin (keys);
create index search_synonyms_by_tenant on public.search_synonyms (tenant_id);
alter table public.search_synonyms enable row level security;

insert into public.search_synonyms (words) values
  ('{hoodie,hooded sweatshirt,هودي,هوديز}'),
  ('{t-shirt,tee,تيشيرت,تي شيرت,تيشرت}'),
  ('{polo,bolo,بولو}'),
  ('{jacket,جاكيت,جاكت}'),
  ('{trousers,pants,بنطلون,بنطال}'),
  ('{cargo,kargo,كارجو}'),
  ('{sweatshirt,سويتشيرت,سويت شيرت}'),
  ('{jeans,denim,جينز}'),
  ('{cap,hat,كاب,قبعة}'),
  ('{bag,tote,شنطة}'),
  ('{case,cover,جراب,كفر}'),
  ('{samsung,galaxy,سامسونج}'),
  ('{apple,iphone,ايفون}'),
  ('{google,pixel,جوجل,بيكسل}'),
  ('{magsafe,magnet,magnetic,ماج سيف,مغناطيس}'),
  ('{shorts,شورت,شورتات}'),
  ('{bomber,بومبر}'),
  ('{trucker,تراكر}'),
  ('{oversized,oversize,اوفرسايز,اوفر سايز}'),
  ('{boxy,بوكسي}'),
  ('{chinos,تشينو}'),
  ('{board game,لعبة لوحية,بورد جيم}'),
  ('{puzzle,بازل,احجية}'),
  ('{dice,نرد,زهر}'),
  ('{clear,transparent,شفاف}'),
  ('{leather,جلد}'),
  ('{wallet,محفظة}'),
  ('{co-operative,coop,co-op}'),
  ('{kids,kid,children,child,family,اطفال}'),
  ('{gift,present,هدية}'),
  ('{black,أسود,سوداء}'),
  ('{white,أبيض,بيضاء}'),
  ('{red,أحمر,حمراء}'),
  ('{blue,أزرق,زرقاء}'),
  ('{green,أخضر,خضراء}'),
  ('{yellow,أصفر,صفراء}'),
  ('{grey,gray,رمادي,رمادية}'),
  ('{brown,بني,بنية}');

create type private.search_terms as (
  -- Query for product_search_index.words.
  query tsquery,
  -- The query's whole words: products that have them rank before those with words that only begin with them.
  whole tsquery,
  -- Used instead of a query: products that have the words only in their descriptions.
  product_ids uuid[],
  -- The words that replaced misspelled ones.
  corrected text,
  -- No product has all of the words, so any of them suffices.
  any_word boolean,
  -- There is a phrase, but nothing can match it.
  finds_nothing boolean
);

-- What a word of a phrase, or two joined, can match, as parts of a tsquery.
create type private.search_word as (
  -- Null if neither the word nor an alternative occurs in any product.
  found text,
  whole text,
  -- The word that replaced it.
  corrected text,
  -- Occurs only in descriptions.
  is_described boolean
);

-- Policies

create policy "Staff read their store's synonyms" on public.search_synonyms
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('products.see'))::text[]));

call private.add_staff_policies('public.search_synonyms', 'synonyms', 'products.change');

-- Functions

-- A word as part of a tsquery; longer than one letter, it also matches as a prefix.
create function private.word_part(p_word text) returns text
language sql immutable as $$ select quote_literal(p_word) || case when length(p_word) > 1 then ':*' else '' end $$;

-- A word in singular and plural, without prefix matching.
create function private.whole_part(p_word text) returns text
language sql immutable as $$
  select case
    when length(p_word) < 3 then quote_literal(p_word)
    when p_word ~ '[^s]s$' then format('(%L | %L)', p_word, left(p_word, -1))
    when p_word ~ '(s|x|z|ch|sh)$' then format('(%L | %L)', p_word, p_word || 'es')
    else format('(%L | %L)', p_word, p_word || 's')
  end
$$;

-- The CTE is materialized so that it is planned for all its rows, through the index of words; it is read only up to the first.
create function private.is_listed(p_tenant_id text, p_query tsquery) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return exists (
    with found as materialized (
      select 1 from private.product_search_index where tenant_id = p_tenant_id and words @@ p_query
    )
    select 1 from found
  );
end
$$;

-- Whether a store's products have a word that equals or begins with this.
create function private.is_search_word(p_tenant_id text, p_word text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.search_words
    where tenant_id = p_tenant_id and word ~>=~ p_word
      and word ~<~ case when length(p_word) > 1 then p_word || chr(1114111) else p_word || ' ' end
  );
end
$$;

create function private.is_described(p_tenant_id text, p_query tsquery) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return exists (
    with described as materialized (
      select 1 from public.products
      where tenant_id = p_tenant_id and is_active and search @@ p_query
    )
    select 1 from described
  );
end
$$;

-- The words of a store most similar to a misspelled one. In a word of up to three letters every change makes another word.
create function private.similar_words(p_tenant_id text, p_word text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_edits constant integer := case when length(p_word) < 4 then 0 when length(p_word) < 6 then 1 else 2 end;
begin
  if v_edits = 0 then
    return '{}';
  end if;
  return array(
    select word
    from private.search_words
    where tenant_id = p_tenant_id and word operator(extensions.%) p_word and word ~ '[^0-9]'
      and extensions.levenshtein_less_equal(word, p_word, v_edits) <= v_edits
    group by word
    order by extensions.levenshtein_less_equal(word, p_word, v_edits), extensions.similarity(word, p_word) desc,
      abs(length(word) - length(p_word)), word
    limit 2
  );
end
$$;

-- Splits a joined word into two that a store's products have: 'tshirt' into 't' and 'shirt'.
create function private.split_word(p_tenant_id text, p_word text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select format('(%L & %s)', left(p_word, place), private.word_part(substr(p_word, place + 1)))
    from generate_series(1, length(p_word) - 2) place
    where exists (
        select 1 from private.search_words
        where tenant_id = p_tenant_id and word = left(p_word, place)
      ) and private.is_search_word(p_tenant_id, substr(p_word, place + 1))
    order by place desc limit 1
  );
end
$$;

-- Alternatives for a word, or two joined: synonyms, and what they find one-way. Parts of a tsquery.
create function private.synonym_parts(p_tenant_id text, p_key text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_same constant text[] := array(
    select unnest(synonym.keys) from public.search_synonyms synonym
    where (synonym.tenant_id = p_tenant_id or synonym.tenant_id is null) and not synonym.one_way
      and synonym.keys @> array[p_key]
  );
begin
  return array(
    select distinct case when cardinality(same.words) = 1 then private.word_part(same.words[1])
      else '(' || (select string_agg(quote_literal(word), ' & ') from unnest(same.words) word) || ')' end
    from public.search_synonyms synonym
    cross join lateral unnest(synonym.words) as given (word)
    cross join lateral (select string_to_array(btrim(private.words(given.word)), ' ') as words) same
    where (synonym.tenant_id = p_tenant_id or synonym.tenant_id is null)
      and (synonym.keys @> array[p_key] or synonym.one_way and synonym.keys && v_same)
  );
end
$$;

-- What a word can match. A word in no product is corrected, unless it occurs in descriptions.
create function private.search_word(p_tenant_id text, p_word text) returns private.search_word
language plpgsql stable security definer set search_path = '' as $$
declare
  v_term private.search_word;
  v_is_known constant boolean := private.is_search_word(p_tenant_id, p_word);
  v_parts text[] := private.synonym_parts(p_tenant_id, p_word);
  v_similar text[];
begin
  if v_is_known then
    v_parts := v_parts || private.word_part(p_word);
  end if;
  if p_word ~ '[^s]s$' and length(p_word) > 3 then
    v_parts := v_parts || quote_literal(left(p_word, -1));
  end if;
  -- 'iphone15' also finds 'iphone 15', even if only a SKU has the number.
  if p_word ~ '\D\d|\d\D' then
    v_parts := v_parts || ('(' || (
      select string_agg(quote_literal(piece[1]), ' & ') from regexp_matches(p_word, '\d+|\D+', 'g') piece
    ) || ')') || private.word_part(p_word);
  elsif not v_is_known then
    v_parts := v_parts || private.split_word(p_tenant_id, p_word);
  end if;
  v_parts := array_remove(v_parts, null);
  v_term.whole := private.whole_part(p_word);
  v_term.corrected := p_word;
  if v_is_known
    or cardinality(v_parts) > 0 and private.is_listed(p_tenant_id, array_to_string(v_parts, ' | ')::tsquery) then
    v_term.found := '(' || array_to_string(v_parts, ' | ') || ')';
  elsif private.is_described(p_tenant_id, array_to_string(v_parts || private.word_part(p_word), ' | ')::tsquery) then
    v_term.found := '(' || array_to_string(v_parts || private.word_part(p_word), ' | ') || ')';
    v_term.is_described := true;
  else
    v_similar := private.similar_words(p_tenant_id, p_word);
    v_term.found := '(' || (select string_agg(quote_literal(word), ' | ') from unnest(v_similar) word) || ')';
    v_term.whole := v_term.found;
    v_term.corrected := v_similar[1];
  end if;
  return v_term;
end
$$;

-- The words of a phrase with what they can match; two that may be one, such as 'i phone', are joined.
create function private.search_phrase(p_tenant_id text, p_words text[]) returns private.search_word[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_terms private.search_word[] := '{}';
  v_term private.search_word;
  v_next private.search_word;
  v_glued text;
  v_parts text[];
  v_is_one boolean;
  v_place integer := 1;
begin
  while v_place <= cardinality(p_words) loop
    v_term := private.search_word(p_tenant_id, p_words[v_place]);
    v_glued := p_words[v_place] || p_words[v_place + 1];
    v_parts := private.synonym_parts(p_tenant_id, v_glued);
    v_is_one := cardinality(v_parts) > 0 or private.is_search_word(p_tenant_id, v_glued);
    if v_is_one or v_glued ~ '\D\d|\d\D' then
      v_next := private.search_word(p_tenant_id, p_words[v_place + 1]);
      if v_is_one or v_term.found || v_next.found is not null then
        v_parts := v_parts || private.word_part(v_glued) || (v_term.found || ' & ' || v_next.found);
        v_term.found := '(' || array_to_string(v_parts, ' | ') || ')';
        v_term.whole := format('(%s & %s | %s)', private.whole_part(p_words[v_place]),
          private.whole_part(p_words[v_place + 1]), private.whole_part(v_glued));
        v_term.corrected := case
          when v_is_one then p_words[v_place] || ' ' || p_words[v_place + 1]
          else v_term.corrected || ' ' || v_next.corrected
        end;
        v_term.is_described := v_term.is_described or v_next.is_described;
        v_place := v_place + 1;
      end if;
    end if;
    v_terms := v_terms || v_term;
    v_place := v_place + 1;
  end loop;
  return v_terms;
end
$$;

-- Parses a search phrase. Each word, or a synonym, has to equal or begin a word of a product or its description. A word that occurs
-- nowhere in the store is replaced by the most similar existing ones.
create function private.correct_search_terms(p_tenant_id text, p_phrase text) returns private.search_terms
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_terms private.search_terms;
  v_words constant text[] := array_remove((string_to_array(btrim(private.words(left(p_phrase, 200))), ' '))[1:8], '');
  v_found private.search_word[];
  v_all text;
  v_any text;
  v_corrected text;
begin
  if coalesce(btrim(p_phrase), '') = '' then
    return v_terms;
  end if;
  v_found := private.search_phrase(p_tenant_id, v_words);
  select string_agg(word.found, ' & '), string_agg(word.found, ' | '), string_agg(word.whole, ' & '),
    string_agg(word.corrected, ' ')
  into v_all, v_any, v_terms.whole, v_corrected
  from unnest(v_found) word where word.found is not null;
  if v_all is null then
    v_terms.finds_nothing := true;
    return v_terms;
  end if;
  v_terms.corrected := nullif(v_corrected, array_to_string(v_words, ' '));
  v_terms.query := v_all::tsquery;
  if cardinality(v_words) = 1 and v_found[1].is_described is not true or private.is_listed(p_tenant_id, v_terms.query) then
    return v_terms;
  end if;

  v_terms.product_ids := private.described_products(p_tenant_id, v_terms.query);
  if cardinality(v_terms.product_ids) = 0 and v_any <> v_all then
    v_terms.any_word := true;
    v_terms.whole := null;
    v_terms.query := v_any::tsquery;
    if private.is_listed(p_tenant_id, v_terms.query) then
      v_terms.product_ids := null;
      return v_terms;
    end if;
    v_terms.product_ids := private.described_products(p_tenant_id, v_terms.query);
  end if;
  v_terms.query := null;
  return v_terms;
end
$$;

-- Up to 500 products that have the words, including in their descriptions.
create function private.described_products(p_tenant_id text, p_query tsquery) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return array(
    select id from public.products
    where tenant_id = p_tenant_id and is_active and search @@ p_query
    order by id limit 500
  );
end
$$;

-- Triggers

call private.fix_columns('public.search_synonyms', '{id,tenant_id}');

create trigger search_synonyms_touch before update on public.search_synonyms
  for each row execute function private.touch_version();

-- Grants

grant select, delete on public.search_synonyms to authenticated;
grant insert (id, tenant_id, words, one_way) on public.search_synonyms to authenticated;
grant update (id, tenant_id, words, one_way) on public.search_synonyms to authenticated;
grant execute on function private.synonym_keys to authenticated;
