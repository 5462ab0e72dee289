-- Orders of another shop: how a file's order is read, and what it becomes.

-- Tables

create type private.imported_line as (
  product_id uuid, variant_id uuid, sku text, name text, image text, unit_price numeric, quantity integer
);

-- An order of a file as it will be stored.
create type private.imported_order as (
  number text, placed_at timestamptz, state text, method public.payment_method, subtotal numeric, discount numeric, shipping numeric,
  total numeric, paid numeric, refunded numeric, lines private.imported_line[], holes jsonb
);

-- Helpers

create function private.refuse_record(p_reason text, p_values jsonb default '{}') returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse('import_refused', jsonb_build_object('reason', p_reason) || p_values);
end
$$;

-- An amount of a file's record; 0 if it has none.
create function private.imported_amount(p_record jsonb, p_name text) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(p_record -> p_name), 'null') = 'null' then
    return 0;
  elsif not private.is_amount(p_record -> p_name) then
    perform private.refuse_record('amount', jsonb_build_object('name', p_name));
  end if;
  return (p_record ->> p_name)::numeric;
end
$$;

-- The lines of a file's order. A code that the store sells leads to its product; any other line stays by its name.
create function private.imported_lines(p_tenant_id text, p_order jsonb) returns private.imported_line[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lines private.imported_line[] := '{}';
  v_line jsonb;
  v_quantity numeric;
  v_name text;
  v_sku text;
  v_variant record;
begin
  if coalesce(jsonb_typeof(p_order -> 'lines'), '') <> 'array' or jsonb_array_length(p_order -> 'lines') not between 1 and 500 then
    perform private.refuse_record('lines');
  end if;
  for v_line in select given from jsonb_array_elements(p_order -> 'lines') given loop
    v_quantity := case when jsonb_typeof(v_line -> 'quantity') = 'number' then (v_line ->> 'quantity')::numeric end;
    v_sku := left(btrim(coalesce(v_line ->> 'sku', '')), 64);
    v_name := left(btrim(coalesce(nullif(btrim(v_line ->> 'name'), ''), v_sku)), 200);
    if v_name = '' or v_quantity is null or v_quantity not between 1 and 10000 or v_quantity <> trunc(v_quantity) then
      perform private.refuse_record('line');
    end if;
    select variant.id, variant.product_id, coalesce(variant.image, private.first_picture(product.images)) as image into v_variant
    from public.product_variants variant join public.products product on product.id = variant.product_id
    where variant.tenant_id = p_tenant_id and v_sku <> '' and lower(variant.sku) = lower(v_sku);
    v_lines := v_lines || row(v_variant.product_id, v_variant.id, nullif(v_sku, ''), v_name, v_variant.image,
      private.imported_amount(v_line, 'price'), v_quantity::integer)::private.imported_line;
  end loop;
  return v_lines;
end
$$;

-- Makes an order's amounts add up to its total, which the file knows best: what is missing becomes a line of its own, such as taxes
-- that the other shop added, and what is too much a discount. Each is a hole.
create function private.balanced_order(p_order private.imported_order) returns private.imported_order
language plpgsql stable set search_path = '' as $$
declare
  v_subtotal numeric := (select sum(line.unit_price * line.quantity) from unnest(p_order.lines) line);
  v_difference numeric;
begin
  -- A discount can pay for the delivery too.
  if p_order.discount > v_subtotal then
    p_order.shipping := greatest(p_order.shipping - (p_order.discount - v_subtotal), 0);
    p_order.discount := v_subtotal;
  end if;
  v_difference := p_order.total - (v_subtotal - p_order.discount + p_order.shipping);
  if v_difference > 0 then
    p_order.lines := p_order.lines || row(null, null, null, 'Taxes and fees', null, v_difference, 1)::private.imported_line;
    v_subtotal := v_subtotal + v_difference;
    p_order.holes := p_order.holes || jsonb_build_object('code', 'fees_added', 'amount', v_difference);
  elsif v_difference < 0 then
    if p_order.discount - v_difference > v_subtotal then
      perform private.refuse_record('total', jsonb_build_object('amount', p_order.discount - v_difference - v_subtotal));
    end if;
    p_order.discount := p_order.discount - v_difference;
    p_order.holes := p_order.holes || jsonb_build_object('code', 'discount_added', 'amount', -v_difference);
  end if;
  if p_order.paid > p_order.total then
    p_order.holes := p_order.holes || jsonb_build_object('code', 'paid_more', 'amount', p_order.paid - p_order.total);
    p_order.paid := p_order.total;
  end if;
  if p_order.refunded > p_order.paid then
    p_order.holes := p_order.holes || jsonb_build_object('code', 'refunded_more', 'amount', p_order.refunded - p_order.paid);
    p_order.refunded := p_order.paid;
  end if;
  p_order.subtotal := v_subtotal;
  return p_order;
end
$$;

-- What a file's order lacks besides its amounts: lines whose code the store doesn't sell, and whose order it was.
create function private.holes_of(p_record jsonb, p_lines private.imported_line[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('code', 'unknown_sku', 'sku', coalesce(line.sku, line.name)))
    from unnest(p_lines) line where line.variant_id is null
  ), '[]') || case
    when coalesce(p_record #>> '{customer,email}', '') = '' and coalesce(p_record #>> '{customer,phone}', '') = ''
      then '[{"code": "no_contact"}]'::jsonb else '[]' end
$$;

-- Reads a file's order; raises import_refused for one that cannot come in.
create function private.read_imported_order(p_tenant_id text, p_record jsonb) returns private.imported_order
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order private.imported_order;
  v_currency constant text := upper(coalesce(nullif(p_record ->> 'currency', ''), 'EGP'));
begin
  v_order.number := left(ltrim(btrim(coalesce(p_record ->> 'number', '')), '#'), 40);
  if v_order.number = '' then
    perform private.refuse_record('number');
  elsif not coalesce(pg_input_is_valid(p_record ->> 'placed_at', 'timestamptz'), false) then
    perform private.refuse_record('date');
  elsif v_currency <> 'EGP' then
    perform private.refuse_record('currency', jsonb_build_object('currency', left(v_currency, 10)));
  elsif coalesce(p_record ->> 'state', 'delivered')
    <> all ('{open,shipped,delivered,returned,returned_to_sender,cancelled}'::text[]) then
    perform private.refuse_record('state', jsonb_build_object('state', left(p_record ->> 'state', 40)));
  end if;
  v_order.placed_at := p_record ->> 'placed_at';
  if v_order.placed_at > now() or v_order.placed_at < timestamptz '1995-01-01Z' then
    perform private.refuse_record('future');
  end if;
  v_order.state := coalesce(p_record ->> 'state', 'delivered');
  v_order.method := case when p_record ->> 'payment_method' = any (enum_range(null::public.payment_method)::text[])
    then p_record ->> 'payment_method' else 'cash_on_delivery' end;
  v_order.lines := private.imported_lines(p_tenant_id, p_record);
  v_order.discount := private.imported_amount(p_record, 'discount');
  v_order.shipping := private.imported_amount(p_record, 'shipping');
  v_order.total := private.imported_amount(p_record, 'total');
  v_order.paid := private.imported_amount(p_record, 'paid');
  v_order.refunded := private.imported_amount(p_record, 'refunded');
  v_order.holes := private.holes_of(p_record, v_order.lines);
  return private.balanced_order(v_order);
end
$$;

-- Inserts an imported order's row. What the other shop gave back, or never got for an order that came to nothing, lowers its price.
create function private.insert_imported_order(p_import public.store_imports, p_record jsonb, p_order private.imported_order)
returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := lower(left(btrim(coalesce(p_record #>> '{customer,email}', '')), 320));
  v_name constant text := private.printable_name(p_record #> '{customer,name}');
  v_phone constant text := left(coalesce(private.clean_phone(p_record #>> '{customer,phone}'), ''), 30);
  v_owners constant uuid[] := private.accounts_proven_by(p_import.tenant_id, v_email, private.national_digits(v_phone));
  v_is_void constant boolean := p_order.state in ('cancelled', 'returned', 'returned_to_sender');
  v_goodwill constant numeric := p_order.refunded
    + case when v_is_void then p_order.total - p_order.paid else 0 end;
  v_address constant jsonb := private.imported_address(p_record -> 'address', v_name, v_phone);
  v_order public.orders;
begin
  with placed as (insert into public.orders (
    tenant_id, number, user_id, imported_from, status, stage, payment_method, payment_status, subtotal, discount_total, discount_code,
    shipping_total, total, charged, received, given_back, goodwill, customer_name, customer_email, destination, note, delivered_at,
    created_at
  ) values (
    p_import.tenant_id, case when exists (
      select 1 from public.orders taken where taken.tenant_id = p_import.tenant_id and taken.number = p_order.number
    ) then p_order.number || ' ' || p_import.source else p_order.number end,
    case when cardinality(v_owners) = 1 then v_owners[1] end, p_import.source,
    case when p_order.state = 'open' then 'confirmed' else p_order.state end::public.order_status, 'confirmed', p_order.method,
    private.payment_status_of(null, p_order.total, p_order.total - v_goodwill, p_order.paid, p_order.refunded, 0, false),
    p_order.subtotal, p_order.discount, nullif(left(p_record ->> 'discount_code', 60), ''), p_order.shipping, p_order.total,
    p_order.total - v_goodwill, p_order.paid, p_order.refunded, v_goodwill, v_name, v_email,
    private.masked_address(v_address), left(coalesce(p_record ->> 'note', ''), 1000),
    case when p_order.state in ('delivered', 'returned') then p_order.placed_at end, p_order.placed_at
  ) returning *), stored as (
    insert into public.order_addresses (order_id, tenant_id, address) select placed.id, placed.tenant_id, v_address from placed
  )
  select placed.* into v_order from placed;
  insert into public.order_staff_facts (tenant_id, order_id, search_text)
  values (v_order.tenant_id, v_order.id, private.order_search_text(v_order));
  insert into public.order_events (tenant_id, order_id, actor, to_status, created_at)
  values (v_order.tenant_id, v_order.id, 'system', v_order.status, v_order.created_at);
  insert into public.imported_orders (order_id, tenant_id, import_id, source, old_number)
  values (v_order.id, v_order.tenant_id, p_import.id, p_import.source, p_order.number);
  insert into public.order_tags (tenant_id, order_id, tag, created_by)
  select v_order.tenant_id, v_order.id, named.tag, p_import.created_by
  from unnest(private.clean_tags(private.text_items(p_record -> 'tags'))) named (tag);
  return v_order;
end
$$;

-- The texts of a list, cut to the length and number of tags.
create function private.text_items(p_list jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_list) = 'array' then array(
    select left(btrim(item.value #>> '{}'), 40) from jsonb_array_elements(p_list) item where jsonb_typeof(item.value) = 'string' limit 20
  ) else '{}' end
$$;

-- The address of a file's record in the form of orders: known texts only, and a governorate only if it is one.
create function private.imported_address(p_address jsonb, p_name text, p_phone text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('full_name', p_name, 'phone', p_phone) || coalesce((
    select jsonb_object_agg(part.name, left(p_address ->> part.name, 200))
    from unnest('{full_name,phone,governorate,city,street,building,floor,apartment,landmark,postal_code}'::text[]) part (name)
    where jsonb_typeof(p_address -> part.name) = 'string' and btrim(p_address ->> part.name) <> ''
      and (part.name <> 'governorate' or pg_input_is_valid(p_address ->> part.name, 'public.governorate'))
  ), '{}')
$$;

-- Inserts an imported order's lines, with the pieces its state says, and its entries of the ledger, dated as the order is. They move
-- no stock: the other shop's left long ago.
create function private.insert_imported_details(p_order public.orders, p_imported private.imported_order) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund_id uuid;
begin
  insert into public.order_lines (
    tenant_id, order_id, position, product_id, variant_id, sku, name, image, unit_price, quantity, discount_share, sent, delivered,
    returned, returned_to_sender, cancelled
  )
  select p_order.tenant_id, p_order.id, line.place, line.product_id, line.variant_id, line.sku, line.name, line.image, line.unit_price,
    line.quantity, line.share - lag(line.share, 1, 0::numeric) over (order by line.place),
    case when p_imported.state in ('shipped', 'delivered', 'returned') then line.quantity else 0 end,
    case when p_imported.state in ('delivered', 'returned') then line.quantity else 0 end,
    case when p_imported.state = 'returned' then line.quantity else 0 end,
    case when p_imported.state = 'returned_to_sender' then line.quantity else 0 end,
    case when p_imported.state = 'cancelled' then line.quantity else 0 end
  from (
    select given.*, case when p_imported.subtotal = 0 then 0::numeric else round(p_imported.discount
      * sum(given.unit_price * given.quantity) over (order by given.place) / p_imported.subtotal, 2) end as share
    from unnest(p_imported.lines) with ordinality
      given (product_id, variant_id, sku, name, image, unit_price, quantity, place)
  ) line;
  -- The triggers of the reports' ledgers leave these to the import, which writes them at once.
  insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, discount, happened_at)
  select line.tenant_id, line.order_id, line.id, sold.pieces, line.unit_price * sold.pieces,
    round(line.discount_share * sold.pieces / line.quantity, 2), p_order.created_at
  from public.order_lines line cross join lateral private.pieces_sold(p_order, line) sold (pieces)
  where line.order_id = p_order.id and sold.pieces <> 0;
  insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
  select p_order.tenant_id, p_order.id, fact.event, fact.orders, fact.amount, fact.shipping, p_order.created_at
  from private.sale_facts(p_order) fact where (fact.orders, fact.amount, fact.shipping) <> (0, 0, 0);
  if p_imported.refunded > 0 then
    insert into public.refunds (tenant_id, order_id, number, amount, state, sent_at, created_at)
    values (p_order.tenant_id, p_order.id, 1, p_imported.refunded, 'sent', p_order.created_at, p_order.created_at)
    returning id into v_refund_id;
  end if;
  insert into public.payment_entries (tenant_id, order_id, kind, amount, method, refund_id, created_at)
  select p_order.tenant_id, p_order.id, entry.kind, entry.amount,
    case when entry.kind = 'received' then p_order.payment_method end,
    case when entry.kind = 'given_back' then v_refund_id end, p_order.created_at
  from (values
    ('charged'::public.payment_entry_kind, p_order.total), ('charged', -p_order.goodwill), ('received', p_order.received),
    ('given_back', p_order.given_back)
  ) entry (kind, amount) where entry.amount <> 0;
end
$$;

-- Brings in one order, or says what would come; without an import nothing is written.
create function private.import_order(p_tenant_id text, p_source public.import_source, p_import public.store_imports, p_record jsonb)
returns public.imported_record
language plpgsql security definer set search_path = '' as $$
declare
  v_read private.imported_order;
  v_result public.imported_record;
  v_message text;
  v_detail text;
  v_hint text;
begin
  v_read := private.read_imported_order(p_tenant_id, p_record);
  v_result := row((p_record ->> 'row')::integer, v_read.number, 'added', null, v_read.holes);
  if exists (
    select 1 from public.imported_orders came
    where came.tenant_id = p_tenant_id and came.source = p_source and came.old_number = v_read.number
  ) then
    v_result.outcome := 'unchanged';
  elsif p_import.id is not null then
    perform private.insert_imported_details(private.insert_imported_order(p_import, p_record, v_read), v_read);
  end if;
  return v_result;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    return private.refused_record(p_record, coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal('invalid_value')));
  when check_violation or invalid_text_representation or numeric_value_out_of_range or not_null_violation or untranslatable_character then
    return private.refused_record(p_record, private.refusal('invalid_value'));
end
$$;

-- Functions

-- Imports up to 250 orders of another shop's file, or says with `p_dry` what would come. `p_import` is {"id", "source",
-- "file_name"}: later parts of a file pass the id that the first part opened, so that one undo removes all. An order is {"row",
-- "number", "placed_at" (ISO 8601), "state": open, shipped, delivered, returned, returned_to_sender or cancelled, "customer": {"name",
-- "email", "phone"}, "address": as orders have it, "payment_method", "lines": [{"sku", "name", "quantity", "price"}], "discount",
-- "discount_code", "shipping", "total", "paid", "refunded", "currency", "note", "tags"}; amounts are pounds. Nothing is sent, no stock
-- moves, no points and no invoices come of it. An order that came before is left as it is. Staff only.
create function public.import_orders(
  p_tenant_id text, p_import jsonb, p_orders jsonb, p_dry boolean default true, p_request_id uuid default null
) returns public.store_import_result
language plpgsql security definer set search_path = '' as $$
declare
  v_result public.store_import_result := private.idempotent_result(null::public.store_import_result, p_request_id,
    jsonb_build_array('import_orders', p_tenant_id, p_import, p_orders, p_dry));
  v_import public.store_imports;
begin
  if v_result.records is not null then
    return v_result;
  end if;
  perform private.require_import_right(p_tenant_id, 'orders');
  perform private.require_import_part(p_import, p_orders);
  if not p_dry then
    v_import := private.open_import(p_tenant_id, 'orders', p_import);
  end if;
  select array_agg(private.import_order(
    p_tenant_id, (p_import ->> 'source')::public.import_source, v_import, given.value) order by given.place)
  into v_result.records
  from jsonb_array_elements(p_orders) with ordinality given (value, place);
  v_result.import_id := v_import.id;
  update public.store_imports set imported = imported + (
    select count(*) from unnest(v_result.records) came where came.outcome = 'added'
  ) where id = v_import.id;
  return private.store_idempotent_result(p_request_id, v_result);
end
$$;

-- Grants

grant execute on function public.import_orders to authenticated;
