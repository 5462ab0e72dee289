-- Removing the demo in one transaction: what is deleted, and what stays because people use it.

-- Tables

-- What happens to a row of the demo: it goes, or stays because somebody "changed" it, a customer "ordered" it, or something that
-- stays has "used" it.
create type private.demo_fate as (tenant_id text, kind private.demo_kind, id uuid, fate text);

-- How many rows of a kind share a fate: `goes`, or a reason to stay.
create type public.demo_count as (kind text, fate text, how_many bigint);

-- A row of the demo that people changed.
create type public.demo_change as (kind text, name text);

create type public.demo_store_summary as (
  tenant_id text, name text, counts public.demo_count[], changed public.demo_change[]
);

create type public.demo_figures as (own_owner boolean, stores public.demo_store_summary[]);

create type public.demo_store_removal as (tenant_id text, counts public.demo_count[]);

-- The outcome of a removal, and how many files are queued for deletion.
create type public.demo_removal as (stores public.demo_store_removal[], files bigint);

-- Numbers of deleted demo invoices and credit notes, in stores that have issued others since.
create table private.demo_invoices (
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind public.invoice_kind not null,
  year smallint not null,
  number integer not null,
  primary key (tenant_id, kind, year, number)
);
alter table private.demo_invoices enable row level security;

-- Functions

-- The demo's rows that people changed since, except for stock.
create function private.changed_demo_rows() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select marked.id from private.demo_rows marked
  where marked.kind not in ('account', 'order') and exists (
    select 1 from public.audit_log noted
    where noted.tenant_id = marked.tenant_id and noted.entity = case marked.kind
        when 'product' then 'products' when 'category' then 'categories' when 'attribute' then 'attributes'
        when 'banner' then 'banners' when 'discount' then 'discounts' when 'search_word' then 'search_synonyms' end
      and noted.entity_id = marked.id::text and noted.action = 'update' and noted.actor_id is not null
      and (noted.after - '{stock,variants}'::text[] <> '{}'
        or jsonb_path_exists(noted.after, '$.variants.*.keyvalue() ? (@.key != "stock")'))
  )
$$;

-- The demo's orders: its own, those its people placed, and their replacements.
create function private.demo_orders() returns uuid[]
language sql stable security definer set search_path = '' as $$
  with recursive found (id) as (
    select marked.id from private.demo_rows marked where marked.kind = 'order'
    union
    select ordered.id from public.orders ordered where ordered.user_id = any (private.demo_accounts())
    union
    select again.id from found join public.orders again on again.replaces_order_id = found.id
  )
  select array(select found.id from found join public.orders ordered on ordered.id = found.id order by found.id)
$$;

-- What happens to each row of the demo; `p_keep_changed` keeps what people changed.
create function private.demo_fates(p_keep_changed boolean, p_orders uuid[]) returns setof private.demo_fate
language sql stable security definer set search_path = '' as $$
  with changed as materialized (
    select kept.id from private.changed_demo_rows() kept (id) where p_keep_changed
  ),
  goods as materialized (
    select marked.tenant_id, marked.id, case
      when marked.id in (select changed.id from changed) then 'changed'
      when exists (
        select 1 from public.order_lines line
        where line.tenant_id = marked.tenant_id and line.product_id = marked.id and not line.order_id = any (p_orders)
      ) then 'ordered'
      else 'goes' end as fate
    from private.demo_rows marked join public.products product on product.id = marked.id where marked.kind = 'product'
  ),
  staying as materialized (
    select product.tenant_id, product.category_id, product.attributes from public.products product
    where exists (select 1 from private.demo_stores store where store.tenant_id = product.tenant_id)
      and product.id not in (select goods.id from goods where goods.fate = 'goes')
  )
  select goods.tenant_id, 'product'::private.demo_kind, goods.id, goods.fate from goods
  union all
  select marked.tenant_id, marked.kind, marked.id, case
    when marked.id in (select changed.id from changed) then 'changed'
    when marked.kind = 'category' and exists (
      select 1 from staying where staying.category_id = marked.id
    ) then 'used'
    when marked.kind = 'attribute' and exists (
      select 1 from staying where staying.tenant_id = marked.tenant_id and staying.attributes ? marked.id::text
    ) then 'used'
    when marked.kind = 'discount' and exists (
      select 1 from public.discount_uses spent where spent.discount_id = marked.id and not spent.order_id = any (p_orders)
    ) then 'ordered'
    else 'goes' end
  from private.demo_rows marked where case marked.kind
    when 'category' then exists (select 1 from public.categories present where present.id = marked.id)
    when 'attribute' then exists (select 1 from public.attributes present where present.id = marked.id)
    when 'banner' then exists (select 1 from public.banners present where present.id = marked.id)
    when 'discount' then exists (select 1 from public.discounts present where present.id = marked.id)
    when 'search_word' then exists (select 1 from public.search_synonyms present where present.id = marked.id)
    else false end
$$;

-- The demo's stored files: its pictures and videos, those of its people, and print files of its orders.
create function private.demo_files(p_orders uuid[]) returns table (tenant_id text, bucket_id text, name text)
language sql stable security definer set search_path = '' as $$
  select store.tenant_id, stored.bucket_id, stored.name
  from private.demo_stores store
  cross join lateral unnest(store.files) listed (path)
  join storage.objects stored on stored.bucket_id = split_part(listed.path, '/', 1)
    and stored.name = substr(listed.path, strpos(listed.path, '/') + 1)
  union
  select marked.tenant_id, own.bucket_id, own.name
  from private.demo_rows marked cross join lateral private.personal_files(marked.tenant_id, marked.id) own
  where marked.kind = 'account' and marked.id = any (private.demo_accounts())
  union
  select ordered.tenant_id, printed.bucket_id, printed.name
  from public.orders ordered join storage.objects printed on printed.bucket_id = 'print-files'
    and starts_with(printed.name, ordered.tenant_id || '/' || ordered.id || '/')
  where ordered.id = any (p_orders)
  union
  select facts.tenant_id, 'shipment-labels', facts.label_path
  from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
  where shipment.order_id = any (p_orders) and facts.label_path is not null
$$;

create function private.demo_counts(p_tenant_id text, p_fates private.demo_fate[], p_orders uuid[]) returns public.demo_count[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(counted.kind, counted.fate, counted.how_many)::public.demo_count from (
      select planned.kind::text, planned.fate, count(*) as how_many
      from unnest(p_fates) planned where planned.tenant_id = p_tenant_id group by 1, 2
      union all
      select 'order', 'goes', count(*) from public.orders ordered
      where ordered.id = any (p_orders) and ordered.tenant_id = p_tenant_id having count(*) > 0
      union all
      select 'account', 'goes', count(*) from private.demo_rows marked
      where marked.tenant_id = p_tenant_id and marked.kind = 'account' and marked.id = any (private.demo_accounts())
      having count(*) > 0
      union all
      select 'review', 'goes', count(*) from public.reviews written
      where written.tenant_id = p_tenant_id and written.user_id = any (private.demo_accounts()) having count(*) > 0
      union all
      select 'message', 'goes', count(*) from public.order_notifications told
      where told.tenant_id = p_tenant_id and told.order_id = any (p_orders) having count(*) > 0
      union all
      select 'file', 'goes', count(*) from private.demo_files(p_orders) stored
      where stored.tenant_id = p_tenant_id having count(*) > 0
    ) counted (kind, fate, how_many) order by counted.kind, counted.fate
  )
$$;

-- Preview of removing the demo, for the owner of the installation.
create function public.demo_summary(p_keep_changed boolean default true) returns public.demo_figures
language plpgsql stable security definer set search_path = '' as $$
declare
  v_orders constant uuid[] := private.demo_orders();
  v_fates private.demo_fate[];
begin
  perform private.require_platform_owner();
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  return row(private.has_own_owner(), array(
    select row(store.tenant_id, tenant.name, private.demo_counts(store.tenant_id, v_fates, v_orders), array(
      select row(marked.kind, coalesce(product.name, category.name, banner.title, offered.code, fact.name, phrase.words[1])
      )::public.demo_change
      from private.demo_rows marked
      left join public.products product on product.id = marked.id
      left join public.categories category on category.id = marked.id
      left join public.banners banner on banner.id = marked.id
      left join public.discounts offered on offered.id = marked.id
      left join public.attributes fact on fact.id = marked.id
      left join public.search_synonyms phrase on phrase.id = marked.id
      where marked.tenant_id = store.tenant_id and marked.id in (select private.changed_demo_rows())
      order by marked.kind, marked.id
    ))::public.demo_store_summary
    from private.demo_stores store join public.tenants tenant on tenant.id = store.tenant_id
    where exists (select 1 from private.demo_rows marked where marked.tenant_id = store.tenant_id)
    order by tenant.position
  ))::public.demo_figures;
end
$$;

-- Removes the demo's orders from the ledger. Restocks products that stay, and frees delivery slots. Locks the invoice counters
-- last, like every transaction.
create function private.remove_demo_orders(p_orders uuid[], p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_settlements constant uuid[] := array(
    select distinct entry.settlement_id from public.payment_entries entry
    where entry.order_id = any (p_orders) and entry.settlement_id is not null
  );
  v_variants uuid[];
  v_deltas integer[];
begin
  insert into private.demo_rows (tenant_id, kind, id)
  select ordered.tenant_id, 'order', ordered.id from public.orders ordered where ordered.id = any (p_orders)
  on conflict do nothing;
  select array_agg(sold.variant_id), array_agg(-sold.delta) into v_variants, v_deltas from (
    select moved.variant_id, sum(moved.delta)::integer as delta from public.stock_movements moved
    join public.product_variants variant on variant.id = moved.variant_id
    where moved.order_id = any (p_orders) and not moved.product_id = any (p_products) group by moved.variant_id
  ) sold;
  perform private.move_stock(v_variants, v_deltas, 'adjusted');
  update public.stock_movements set order_id = null
  where order_id = any (p_orders) and not product_id = any (p_products);
  update public.delivery_bookings booking set booked = booking.booked - taken.places
  from (
    select ordered.slot_id, ordered.slot_date, count(*)::integer as places from public.orders ordered
    where ordered.id = any (p_orders) and ordered.slot_id is not null and ordered.status <> 'cancelled' group by 1, 2
  ) taken
  where booking.slot_id = taken.slot_id and booking.day = taken.slot_date and booking.booked >= taken.places;

  perform 1 from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store) order by counter.tenant_id for update;
  insert into private.demo_invoices (tenant_id, kind, year, number)
  select paper.tenant_id, paper.kind, paper.year, paper.number from public.invoices paper
  where paper.order_id = any (p_orders) and exists (
    select 1 from public.invoices other where other.tenant_id = paper.tenant_id and not other.order_id = any (p_orders)
  );
  delete from public.invoice_addresses stored using public.invoices paper
  where paper.id = stored.invoice_id and paper.order_id = any (p_orders);
  delete from public.invoice_lines part using public.invoices paper
  where paper.id = part.invoice_id and paper.order_id = any (p_orders);
  delete from public.invoices paper where paper.order_id = any (p_orders);
  delete from private.invoice_counters counter
  where counter.tenant_id in (select store.tenant_id from private.demo_stores store)
    and not exists (select 1 from public.invoices other where other.tenant_id = counter.tenant_id);
  delete from public.returns back where back.order_id = any (p_orders);
  delete from public.orders ordered where ordered.id = any (p_orders);
  delete from public.settlements settled where settled.id = any (v_settlements)
    and not exists (select 1 from public.payment_entries entry where entry.settlement_id = settled.id);
end
$$;

create function private.remove_demo_goods(p_fates private.demo_fate[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_gone constant uuid[] := array(select planned.id from unnest(p_fates) planned where planned.fate = 'goes');
  v_ordered constant uuid[] := array(select planned.id from unnest(p_fates) planned where planned.fate = 'ordered');
begin
  update public.products set is_active = false, version = version + 1 where id = any (v_ordered) and is_active;
  update public.discounts set is_active = false, is_public = false where id = any (v_ordered);
  delete from public.products where id = any (v_gone);
  delete from private.product_change_entries entry
  where not exists (select 1 from public.products product where product.id = entry.product_id);
  delete from private.product_changes change
  where not exists (select 1 from private.product_change_entries entry where entry.change_id = change.id);
  delete from public.categories where id = any (v_gone);
  delete from public.slugs where target_id = any (v_gone);
  delete from public.attributes where id = any (v_gone);
  delete from public.banners where id = any (v_gone);
  delete from public.discounts where id = any (v_gone);
  delete from public.search_synonyms where id = any (v_gone);
end
$$;

create function private.remove_demo_people(p_accounts uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.conversations talk using private.demo_rows marked
  where marked.kind = 'account' and marked.id = any (p_accounts)
    and talk.id = any (private.conversations_of(marked.tenant_id, marked.id));
  delete from public.reviews written where written.user_id = any (p_accounts);
  delete from auth.users account where account.id = any (p_accounts);
end
$$;

-- Removes the demo's bank account and legal name from settings, unless somebody replaced them.
create function private.reset_demo_settings() returns void
language sql security definer set search_path = '' as $$
  update public.settings stored set
    payment = case when stored.payment ->> 'bankDetails' = store.settings ->> 'bankDetails'
      then stored.payment || '{"bankDetails": ""}' else stored.payment end,
    invoicing = case when stored.invoicing = store.settings -> 'invoicing' then '{}' else stored.invoicing end,
    translations = case when stored.translations #> '{ar,invoicing}' = store.settings #> '{translations,invoicing}'
      then stored.translations #- '{ar,invoicing}' else stored.translations end
  from private.demo_stores store where store.tenant_id = stored.tenant_id
$$;

-- Keeps files that are still in use among those this transaction queued for removal.
create function private.keep_shown_files() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_unused constant text[] := array(
    select unused.name from private.demo_stores store
    cross join lateral unnest(private.unused_files(store.tenant_id, array(
      select queued.payload ->> 'name' from private.jobs queued
      where queued.kind = 'remove_file' and queued.created_at = now() and queued.payload ->> 'bucket_id' = 'product-images'
        and starts_with(queued.payload ->> 'name', store.tenant_id || '/')
    ), interval '0')) unused (name)
  );
begin
  delete from private.jobs queued where queued.kind = 'remove_file' and queued.created_at = now() and case
    when queued.payload ->> 'bucket_id' = 'product-images' then not queued.payload ->> 'name' = any (v_unused)
    else exists (select 1 from public.categories shown where strpos(shown.image, queued.payload ->> 'name') > 0)
      or exists (select 1 from public.banners shown where strpos(shown.image_url, queued.payload ->> 'name') > 0)
    end;
end
$$;

-- Orders, and the ids under which the audit log records their parts.
create function private.ids_with_orders(p_orders uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select unnest(p_orders)
    union select shipment.id from public.shipments shipment where shipment.order_id = any (p_orders)
    union select back.id from public.returns back where back.order_id = any (p_orders)
    union select refund.id from public.refunds refund where refund.order_id = any (p_orders)
    union select edit.id from public.order_edits edit where edit.order_id = any (p_orders)
    union select transfer.id from public.transfers transfer where transfer.order_id = any (p_orders)
    union select run.id from public.print_runs run join public.order_lines line on line.id = run.order_line_id
      where line.order_id = any (p_orders)
  )
$$;

-- Replaces all audit log entries about deleted rows by one per store.
create function private.note_demo_removal(p_ids uuid[], p_stores public.demo_store_removal[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_gone constant bigint[] := array(
    select noted.id from public.audit_log noted
    where noted.tenant_id in (select store.tenant_id from private.demo_stores store) and (
      noted.entity_id = any (p_ids::text[]) or noted.created_at = now() and noted.actor_id = auth.uid()
      or noted.entity = 'user_roles' and coalesce(noted.after, noted.before) ->> 'user_id' = any (p_ids::text[])
      or noted.entity = 'settlements'
        and not exists (select 1 from public.settlements settled where settled.id::text = noted.entity_id)
    )
  );
begin
  update public.audit_log noted set part_of = null where noted.part_of = any (v_gone) and not noted.id = any (v_gone);
  delete from public.audit_log noted where noted.id = any (v_gone);
  perform private.write_audit(store.tenant_id, 'delete', 'demo', store.tenant_id, 'Demo', (
      select jsonb_object_agg(counted.kind, counted.how_many) from unnest(store.counts) counted where counted.fate = 'goes'
    ), null)
  from unnest(p_stores) store;
end
$$;

-- Removes the demo from all stores, for the owner of the installation. Settings stay, and so does what people made themselves:
-- customers' orders, with their products no longer on sale; and with `p_keep_changed`, the demo's rows that staff changed, which
-- then belong to the store. An order placed at the same time either comes first and stays, or finds no product.
create function public.remove_demo(p_keep_changed boolean default true, p_request_id uuid default null) returns public.demo_removal
language plpgsql security definer set search_path = '' as $$
declare
  v_removal public.demo_removal := private.idempotent_result(
    null::public.demo_removal, p_request_id, jsonb_build_array('remove_demo', p_keep_changed));
  v_accounts uuid[];
  v_orders uuid[];
  v_fates private.demo_fate[];
  v_ids uuid[];
begin
  if v_removal.stores is not null then
    return v_removal;
  end if;
  perform private.require_platform_owner();
  perform private.require_aal();
  perform pg_advisory_xact_lock(hashtextextended('demo', 0));
  v_accounts := private.demo_accounts();
  if auth.uid() = any (v_accounts) then
    perform private.refuse('demo_owner');
  elsif not exists (select 1 from private.demo_rows) then
    perform private.refuse('no_demo');
  end if;
  perform pg_advisory_xact_lock(people.key) from (
    select hashtextextended(marked.tenant_id || marked.id::text, 0) as key from private.demo_rows marked
    where marked.id = any (v_accounts) order by 1
  ) people;
  v_orders := private.demo_orders();
  perform private.lock_orders(v_orders);
  perform 1 from public.products product
  where product.id in (select marked.id from private.demo_rows marked where marked.kind = 'product')
  order by product.id for update;
  perform 1 from public.discounts offered
  where offered.id in (select marked.id from private.demo_rows marked where marked.kind = 'discount')
  order by offered.id for update;
  v_fates := array(select planned from private.demo_fates(p_keep_changed, v_orders) planned);
  v_removal.stores := array(
    select row(store.tenant_id, private.demo_counts(store.tenant_id, v_fates, v_orders))::public.demo_store_removal
    from private.demo_stores store where store.removed_at is null order by store.tenant_id
  );
  v_ids := v_accounts || private.ids_with_orders(v_orders) || array(
    select planned.id from unnest(v_fates) planned where planned.fate = 'goes');
  perform private.remove_file(stored.bucket_id, stored.name) from private.demo_files(v_orders) stored;
  perform private.remove_demo_orders(v_orders,
    array(select planned.id from unnest(v_fates) planned where planned.kind = 'product' and planned.fate = 'goes'));
  perform private.remove_demo_goods(v_fates);
  perform private.remove_demo_people(v_accounts);
  perform private.reset_demo_settings();
  perform private.keep_shown_files();
  perform private.note_demo_removal(v_ids, v_removal.stores);
  delete from private.demo_rows;
  update private.demo_stores set removed_at = now(), files = '{}' where removed_at is null;
  v_removal.files := (
    select count(*) from private.jobs queued where queued.kind = 'remove_file' and queued.created_at = now()
  );
  return private.store_idempotent_result(p_request_id, v_removal);
end
$$;

-- Grants

grant execute on function public.demo_summary, public.remove_demo to authenticated;
