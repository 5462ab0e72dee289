-- Invoices and credit notes: immutable tables, and how they follow an order's price. Once an order has an invoice, its invoices
-- minus its credit notes equal its price at the end of each transaction, by line and to the piastre.

-- Tables

create type public.invoice_kind as enum ('invoice', 'credit_note');

-- A store's last numbers of a year. Taking one locks the row until the transaction ends, so a rollback leaves no gap.
create table private.invoice_counters (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  year smallint not null,
  invoices integer not null default 0,
  credit_notes integer not null default 0
);
alter table private.invoice_counters enable row level security;

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  kind public.invoice_kind not null,
  -- The year of issue in store time; numbering restarts with it.
  year smallint not null,
  number integer not null check (number > 0),
  code text not null generated always as (
    case kind when 'invoice' then 'INV-' else 'CRN-' end || year::text || '-'
      || lpad(number::text, greatest(6, length(number::text)), '0')
  ) stored,
  -- For a credit note: the invoice it corrects.
  corrects_id uuid,
  order_number text not null,
  -- Copied when issued: {"name", "address", "tax_number", "email", "phone", "translations": {"ar": {"name", "address"}}}, and the
  -- customer's {"name", "address"}, masked (private.masked_address); in full: public.invoice_addresses.
  seller jsonb not null check (
    jsonb_typeof(seller) = 'object' and not jsonb_path_exists(seller - 'translations', 'strict $.* ? (@.type() != "string")')
  ),
  buyer jsonb not null check (
    -- Invoices never change: some of the first have no name, or an erased part of the address.
    jsonb_path_exists(buyer, '$ ? (@.address.type() == "object")')
    and not jsonb_path_exists(buyer, '$.name ? (@.type() != "string" && @.type() != "null")')
    and not jsonb_path_exists(buyer, 'strict $.address.* ? (@.type() != "string" && @.type() != "null")')
    and buyer -> 'address' = private.masked_address(buyer -> 'address')
  ),
  -- The customer's, if they chose one.
  language text check (language in ('en', 'ar')),
  -- Including VAT; for a credit note, the deduction.
  total numeric(12, 2) not null check (total > 0),
  tax numeric(12, 2) not null,
  issued_at timestamptz not null,
  unique (tenant_id, id),
  unique (tenant_id, kind, year, number),
  constraint invoices_correct_others check ((kind = 'credit_note') = (corrects_id is not null)),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id),
  foreign key (tenant_id, corrects_id) references public.invoices (tenant_id, id)
);
create index invoices_by_order on public.invoices (order_id, issued_at);
create index invoices_by_correction on public.invoices (tenant_id, corrects_id) where corrects_id is not null;
create index invoices_newest on public.invoices (tenant_id, issued_at desc);
alter table public.invoices enable row level security;

-- The customer's address of an invoice in full, as issued.
create table public.invoice_addresses (
  invoice_id uuid primary key,
  tenant_id text not null,
  address jsonb not null check (jsonb_typeof(address) = 'object'),
  foreign key (tenant_id, invoice_id) references public.invoices (tenant_id, id) on delete cascade
);
create index invoice_addresses_of_store on public.invoice_addresses (tenant_id, invoice_id);
alter table public.invoice_addresses enable row level security;

create table public.invoice_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  invoice_id uuid not null,
  position smallint not null,
  kind public.refund_line_kind not null,
  order_line_id uuid,
  sku text,
  name text not null default '',
  -- [{"name", "value"}], as sold.
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array' and not jsonb_path_exists(
    options, '$[*] ? (!(@.name.type() == "string" && @.value.type() == "string"))')),
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  garment text,
  -- Null where only the price was lowered and every piece stays.
  quantity integer check (quantity > 0),
  unit_price numeric(12, 2),
  -- Discounts, points, and earlier reductions.
  discount numeric(12, 2) not null default 0,
  -- Including VAT.
  amount numeric(12, 2) not null check (amount >= 0),
  tax_rate numeric(5, 4) not null check (tax_rate between 0 and 1),
  tax numeric(12, 2) not null,
  unique (invoice_id, position),
  constraint invoice_lines_name_goods check ((kind = 'line') = (order_line_id is not null)),
  foreign key (tenant_id, invoice_id) references public.invoices (tenant_id, id),
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id)
);
create index invoice_lines_by_order_line on public.invoice_lines (tenant_id, order_line_id) where order_line_id is not null;
alter table public.invoice_lines enable row level security;

-- An item of an order's price: current, as documented, or the difference.
create type private.invoice_item as (
  kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric, tax numeric, tax_rate numeric
);

-- Policies

create policy "Shoppers read the invoices of their own orders" on public.invoices
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's invoices" on public.invoices
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

create policy "Shoppers read the addresses of their own invoices" on public.invoice_addresses
  for select to authenticated using (exists (
    select 1 from public.invoices paper join public.orders on orders.id = paper.order_id
    where paper.id = invoice_id and orders.user_id = (select auth.uid())
  ));

create policy "Staff with the right read their store's invoice addresses" on public.invoice_addresses
  for select to authenticated using (
    tenant_id = any ((select private.tenants_where_may('money.see'))::text[])
    and tenant_id = any ((select private.tenants_where_may('customers.see_contact'))::text[])
  );

create policy "Shoppers read the lines of their own invoices" on public.invoice_lines
  for select to authenticated using (exists (select 1 from public.invoices where invoices.id = invoice_id));

create policy "Staff read the lines of their store's invoices" on public.invoice_lines
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('money.see'))::text[]));

-- Functions

-- An invoice's customer as the reader may see them. A computed field.
create function public.shown_buyer(p_invoice public.invoices) returns jsonb
language sql stable set search_path = '' as $$
  select p_invoice.buyer || coalesce((
    select jsonb_build_object('address', stored.address) from public.invoice_addresses stored where stored.invoice_id = p_invoice.id
  ), '{}')
$$;

-- An order's current price, by item.
create function private.charged_items(p_order public.orders) returns setof private.invoice_item
language sql stable security definer set search_path = '' as $$
  select 'line'::public.refund_line_kind, line.id, line.kept,
    line.net - line.credited, private.contained_tax(line.net - line.credited, line.tax_rate), line.tax_rate
  from public.order_lines line where line.order_id = p_order.id
  union all
  select costs.kind, null, 0, costs.amount, private.contained_tax(costs.amount, p_order.tax_rate), p_order.tax_rate
  from (values
    ('shipping'::public.refund_line_kind, private.delivery_fee(p_order)), ('goodwill', -p_order.goodwill),
    ('gift', private.gift_fee(p_order))
  ) as costs (kind, amount)
$$;

-- An order's current contents and price, in pounds: {"lines": [{"order_line_id", "quantity", "amount"}], "goods", "delivery",
-- "gift", "reduction": discounts, points and goodwill, "total"}; the total is goods, delivery and gift wrapping minus the reduction. Null while the order
-- is as placed, and once nothing of it is left.
create function private.order_sum(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when p_order.charged > 0 and (p_order.charged <> p_order.total or exists (
      select 1 from public.order_lines line
      where line.order_id = p_order.id and (line.kept <> line.quantity or line.edit_id is not null)
    )) then jsonb_build_object('lines', goods.lines, 'goods', goods.amount, 'delivery', private.delivery_fee(p_order),
      'gift', private.gift_fee(p_order), 'total', p_order.charged,
      'reduction', goods.amount + private.delivery_fee(p_order) + private.gift_fee(p_order) - p_order.charged) end
  from (
    select coalesce(jsonb_agg(jsonb_build_object(
        'order_line_id', line.id, 'quantity', line.kept, 'amount', line.unit_price * line.kept) order by line.position), '[]') as lines,
      coalesce(sum(line.unit_price * line.kept), 0) as amount
    from public.order_lines line where line.order_id = p_order.id and line.kept > 0
  ) goods
$$;

-- The difference between an order's price and its invoices and credit notes.
create function private.uninvoiced_items(p_order public.orders) returns setof private.invoice_item
language sql stable security definer set search_path = '' as $$
  select item.kind, item.order_line_id, item.quantity - said.quantity, item.amount - said.amount, item.tax - said.tax,
    item.tax_rate
  from private.charged_items(p_order) item
  cross join lateral (
    select coalesce(sum(counted.sign * coalesce(part.quantity, 0)), 0)::integer as quantity,
      coalesce(sum(counted.sign * part.amount), 0) as amount, coalesce(sum(counted.sign * part.tax), 0) as tax
    from public.invoices paper
    join public.invoice_lines part on part.invoice_id = paper.id
    cross join lateral (select case paper.kind when 'invoice' then 1 else -1 end as sign) counted
    where paper.order_id = p_order.id and part.kind = item.kind and part.order_line_id is not distinct from item.order_line_id
  ) said
  where (item.quantity, item.amount, item.tax) <> (said.quantity, said.amount, said.tax)
$$;

-- What is left of a line, the delivery or goodwill on each invoice of an order, after its credit notes.
create function private.items_left(p_order_id uuid)
returns table (invoice_id uuid, issued_at timestamptz, kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
language sql stable security definer set search_path = '' as $$
  select bill.id, bill.issued_at, part.kind, part.order_line_id,
    sum(case when paper.id = bill.id then 1 else -1 end * coalesce(part.quantity, 0))::integer,
    sum(case when paper.id = bill.id then 1 else -1 end * part.amount)
  from public.invoices bill
  join public.invoices paper on paper.order_id = bill.order_id and coalesce(paper.corrects_id, paper.id) = bill.id
  join public.invoice_lines part on part.invoice_id = paper.id
  where bill.order_id = p_order_id and bill.kind = 'invoice'
  group by bill.id, bill.issued_at, part.kind, part.order_line_id
$$;

-- Allocates price reductions to an order's invoices, starting with the newest that contains the item. Goodwill isn't on any
-- invoice; the first one bears it.
create function private.credits_by_invoice(p_order_id uuid, p_items private.invoice_item[])
returns table (invoice_id uuid, item private.invoice_item)
language sql stable security definer set search_path = '' as $$
  select shared.invoice_id, row(shared.kind, shared.order_line_id, shared.quantity, shared.amount,
    round(shared.tax * (shared.before + shared.amount) / shared.due, 2) - round(shared.tax * shared.before / shared.due, 2),
    shared.tax_rate)::private.invoice_item
  from (
    select spread.*, greatest(least(spread.pieces - spread.pieces_before, spread.pieces_left), 0) as quantity,
      greatest(least(spread.due - spread.before, spread.amount_left), 0) as amount
    from (
      select lost.kind, lost.order_line_id, lost.tax_rate, -lost.tax as tax, -lost.amount as due, -lost.quantity as pieces,
        bill.invoice_id, bill.amount as amount_left, bill.quantity as pieces_left,
        coalesce(sum(bill.amount) over earlier, 0) as before, coalesce(sum(bill.quantity) over earlier, 0)::integer as pieces_before
      from unnest(p_items) lost
      cross join lateral (
        select open.invoice_id, open.issued_at, open.quantity, open.amount from private.items_left(p_order_id) open
        where lost.kind <> 'goodwill' and open.kind = lost.kind and open.order_line_id is not distinct from lost.order_line_id
        union all
        (
          select paper.id, paper.issued_at, 0, -lost.amount from public.invoices paper
          where lost.kind = 'goodwill' and paper.order_id = p_order_id and paper.kind = 'invoice'
          order by paper.issued_at limit 1
        )
      ) bill
      where lost.amount < 0
      window earlier as (
        partition by lost.kind, lost.order_line_id order by bill.issued_at desc
        rows between unbounded preceding and 1 preceding
      )
    ) spread
  ) shared
  where shared.amount > 0
$$;

-- A store's next number, with its year and time. Taken as the last lock of a transaction, at its end.
create function private.next_invoice_number(
  p_tenant_id text, p_kind public.invoice_kind, out year smallint, out number integer, out issued_at timestamptz
)
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.invoice_counters (tenant_id, year) values (p_tenant_id, 0) on conflict (tenant_id) do nothing;
  perform 1 from private.invoice_counters counter where counter.tenant_id = p_tenant_id for update;
  -- Read after the lock, so that documents are numbered in order of time.
  issued_at := clock_timestamp();
  year := extract(year from private.shop_time(issued_at));
  update private.invoice_counters counter set
    year = next_invoice_number.year,
    invoices = case when counter.year = next_invoice_number.year then counter.invoices else 0 end
      + case p_kind when 'invoice' then 1 else 0 end,
    credit_notes = case when counter.year = next_invoice_number.year then counter.credit_notes else 0 end
      + case p_kind when 'credit_note' then 1 else 0 end
  where counter.tenant_id = p_tenant_id
  returning case p_kind when 'invoice' then counter.invoices else counter.credit_notes end into number;
end
$$;

-- The store as mails, papers and invoices name it: legal name and address, or else the store's own.
create function public.seller(p_store public.tenants) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(nullif(settings.invoicing ->> 'legalName', ''), p_store.name),
    'address', coalesce(nullif(settings.invoicing ->> 'legalAddress', ''), settings.contact ->> 'address'),
    'tax_number', nullif(settings.invoicing ->> 'taxNumber', ''),
    'email', nullif(settings.contact ->> 'contactEmail', ''), 'phone', nullif(settings.contact ->> 'contactPhone', ''),
    'translations', (
      select jsonb_object_agg(said.language, jsonb_strip_nulls(jsonb_build_object(
        'name', nullif(said.texts #>> '{invoicing,legalName}', ''),
        'address', coalesce(nullif(said.texts #>> '{invoicing,legalAddress}', ''), nullif(said.texts #>> '{contact,address}', '')))))
      from jsonb_each(settings.translations) said (language, texts)
    )))
  from (values (p_store.id)) store (id) left join public.settings on settings.tenant_id = store.id
$$;

create function private.issue_invoice(
  p_order public.orders, p_kind public.invoice_kind, p_corrects_id uuid, p_items private.invoice_item[]
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_address constant jsonb := public.address(p_order) - '{phone,landmark}'::text[];
  v_invoice_id uuid;
begin
  insert into public.invoices (
    tenant_id, order_id, kind, year, number, corrects_id, order_number, seller, buyer, language, total, tax, issued_at
  )
  select p_order.tenant_id, p_order.id, p_kind, taken.year, taken.number, p_corrects_id, p_order.number,
    (select public.seller(tenant) from public.tenants tenant where tenant.id = p_order.tenant_id),
    jsonb_build_object('name', coalesce(nullif(p_order.customer_name, ''), v_address ->> 'full_name', ''),
      'address', private.masked_address(v_address)),
    (select profiles.language from public.profiles
      where profiles.id = p_order.user_id and profiles.tenant_id = p_order.tenant_id),
    (select sum(item.amount) from unnest(p_items) item), (select sum(item.tax) from unnest(p_items) item), taken.issued_at
  from private.next_invoice_number(p_order.tenant_id, p_kind) taken
  returning id into v_invoice_id;
  insert into public.invoice_addresses (invoice_id, tenant_id, address) values (v_invoice_id, p_order.tenant_id, v_address);
  insert into public.invoice_lines (
    tenant_id, invoice_id, position, kind, order_line_id, sku, name, options, translations, garment, quantity,
    unit_price, discount, amount, tax_rate, tax
  )
  select p_order.tenant_id, v_invoice_id, row_number() over (order by item.kind, line.position), item.kind, item.order_line_id,
    line.sku, coalesce(line.name, ''), coalesce(line.options, '[]'), coalesce(line.translations, '{}'),
    line.garment, pieces.count, case when pieces.count > 0 then line.unit_price end,
    case when pieces.count > 0 then line.unit_price * pieces.count - item.amount else 0 end, item.amount, item.tax_rate, item.tax
  from unnest(p_items) item
  cross join lateral (select case when item.quantity > 0 then item.quantity end as count) pieces
  left join public.order_lines line on line.id = item.order_line_id;
end
$$;

-- Issues an order's missing documents: the first invoice when the first shipment leaves or once a prepaid order is paid; later,
-- invoices for price increases and credit notes for reductions. A test order has none.
create function private.issue_documents(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_open private.invoice_item[];
  v_items private.invoice_item[];
  v_credit record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.is_test or v_order.imported_from is not null then
    return;
  end if;
  if not exists (select 1 from public.invoices paper where paper.order_id = p_order_id) and (
    v_order.charged = 0 or v_order.received - v_order.given_back < v_order.charged and not exists (
      select 1 from public.order_lines line where line.order_id = p_order_id and line.sent > 0
    )
  ) then
    return;
  end if;
  v_open := array(select open from private.uninvoiced_items(v_order) open);
  v_items := array(select item from unnest(v_open) item where item.amount > 0 or item.amount = 0 and item.quantity > 0);
  if (select sum(item.amount) from unnest(v_items) item) > 0 then
    perform private.issue_invoice(v_order, 'invoice', null, v_items);
  end if;
  v_items := array(select item from unnest(v_open) item where item.amount < 0);
  for v_credit in
    select shared.invoice_id, array_agg(shared.item) as items
    from private.credits_by_invoice(p_order_id, v_items) shared
    join public.invoices paper on paper.id = shared.invoice_id
    group by shared.invoice_id order by min(paper.issued_at)
  loop
    perform private.issue_invoice(v_order, 'credit_note', v_credit.invoice_id, v_credit.items);
  end loop;
end
$$;

create function private.issue_due_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only the last change of an order in a transaction issues its documents.
  if exists (
    select 1 from public.orders
    where orders.id = new.id and (orders.charged, orders.received, orders.status) = (new.charged, new.received, new.status)
  ) then
    perform private.issue_documents(new.id);
  end if;
  return null;
end
$$;

-- Makes documents immutable, except the demo's, which document no real sale.
create function private.keep_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_paper constant jsonb := to_jsonb(old);
  v_order_id constant uuid := coalesce(v_paper ->> 'order_id', (
    select paper.order_id::text from public.invoices paper where paper.id = (v_paper ->> 'invoice_id')::uuid
  ));
begin
  if tg_op = 'DELETE' and private.is_demo_order(v_order_id) then
    return old;
  end if;
  perform private.refuse('invoice_issued');
  return null;
end
$$;

-- Triggers

-- At the end of the transaction, when everything is booked: each change gets one document, and the number's lock is held only
-- briefly.
create constraint trigger orders_invoiced_at_once after insert on public.orders
  deferrable initially deferred for each row when (new.charged > 0 and new.received >= new.charged and new.imported_from is null)
  execute function private.issue_due_documents();

create constraint trigger orders_invoiced after update on public.orders
  deferrable initially deferred for each row when (
    (old.charged, old.received, old.status) is distinct from (new.charged, new.received, new.status)
  ) execute function private.issue_due_documents();

create trigger invoices_stay before update or delete on public.invoices
  for each row execute function private.keep_invoice();

create trigger invoice_addresses_stay before update or delete on public.invoice_addresses
  for each row execute function private.keep_invoice();

create trigger invoice_lines_stay before update or delete on public.invoice_lines
  for each row execute function private.keep_invoice();

-- Grants

grant select on public.invoices, public.invoice_lines, public.invoice_addresses to authenticated;
grant execute on function public.shown_buyer to authenticated;
grant execute on function public.seller to anon, authenticated;
