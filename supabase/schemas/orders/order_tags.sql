-- Tags that staff give orders.

-- Tables

-- Free words about an order, hidden from its shopper.
create table public.order_tags (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  tag text not null check (btrim(tag) = tag and tag <> '' and length(tag) <= 40),
  -- Two tags that read alike are one: "VIP" and "vip", "أحمد" and "احمد".
  folded text not null generated always as (private.fold(tag)) stored,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (order_id, folded),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_tags_of_store on public.order_tags (tenant_id, folded, order_id);
create index order_tags_of_order on public.order_tags (tenant_id, order_id);
create index order_tags_by_person on public.order_tags (created_by) where created_by is not null;
alter table public.order_tags enable row level security;

-- Helpers

-- Tags as they are stored: on one line, each once, in the given order. Refuses texts that are too long, and more than 20.
create function private.clean_tags(p_tags text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  v_tags constant text[] := coalesce((
    select array_agg(named.tag order by named.place) from (
      select distinct on (private.fold(typed.tag)) typed.tag, given.place
      from unnest(p_tags) with ordinality given (tag, place)
      cross join lateral (select btrim(regexp_replace(coalesce(given.tag, ''), '\s+', ' ', 'g')) as tag) typed
      where typed.tag <> '' order by private.fold(typed.tag), given.place
    ) named
  ), '{}');
begin
  if not private.are_texts(v_tags, 20, 40) then
    perform private.refuse('invalid_tag');
  end if;
  return v_tags;
end
$$;

create function private.tags_of(p_order_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select named.tag from public.order_tags named where named.order_id = p_order_id order by named.folded)
$$;

-- Policies

create policy "Staff read the tags of their store's orders" on public.order_tags
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see'))::text[]));

-- Functions

-- Gives orders, also of several stores, tags and takes others off them. Returns how many orders changed; each is in the log. Staff
-- only.
create function public.tag_orders(p_order_ids uuid[], p_add text[], p_remove text[] default '{}', p_request_id uuid default null)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('tag_orders', p_order_ids, p_add, p_remove));
  v_add constant text[] := private.clean_tags(p_add);
  v_remove constant text[] := array(select private.fold(btrim(gone)) from unnest(p_remove) gone);
  v_order record;
  v_before text[];
  v_after text[];
  v_found integer := 0;
  v_changed integer := 0;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  perform private.require_aal();
  for v_order in
    select orders.id, orders.tenant_id, orders.number from public.orders
    where orders.id = any (p_order_ids) and private.may(orders.tenant_id, 'orders.change') order by orders.id for no key update
  loop
    v_found := v_found + 1;
    v_before := private.tags_of(v_order.id);
    delete from public.order_tags named where named.order_id = v_order.id and named.folded = any (v_remove);
    insert into public.order_tags (tenant_id, order_id, tag, created_by)
    select v_order.tenant_id, v_order.id, added.tag, auth.uid() from unnest(v_add) added (tag)
    on conflict (order_id, folded) do nothing;
    v_after := private.tags_of(v_order.id);
    if cardinality(v_after) > 20 then
      perform private.refuse('invalid_tag');
    elsif v_after <> v_before then
      v_changed := v_changed + 1;
      perform private.write_audit(v_order.tenant_id, 'update', 'orders', v_order.id::text, v_order.number,
        jsonb_build_object('tags', v_before), jsonb_build_object('tags', v_after));
    end if;
  end loop;
  if v_found = 0 or v_found < (select count(distinct wanted) from unnest(p_order_ids) wanted) then
    perform private.refuse('unknown_order');
  end if;
  perform private.store_idempotent_result(p_request_id, to_jsonb(v_changed));
  return v_changed;
end
$$;

-- The tags in use on orders of these stores, the most used first, spelled as last written. For those whose orders the caller sees.
create function public.order_tags_in_use(p_tenant_ids text[]) returns table (tag text, folded text, orders bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_ids constant text[] := private.stores_where_may(p_tenant_ids, 'orders.see');
begin
  return query
    select (array_agg(named.tag order by named.created_at desc, named.id))[1], named.folded, count(*)
    from public.order_tags named where named.tenant_id = any (v_tenant_ids)
    group by named.folded order by 3 desc, 2 limit 200;
end
$$;

-- Grants

grant select on public.order_tags to authenticated;
grant execute on function public.tag_orders, public.order_tags_in_use to authenticated;
