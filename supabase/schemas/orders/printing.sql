-- Printing designs, and reprints.

-- Tables

create table public.print_runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_line_id uuid not null,
  -- The change of the line's printed pieces; negative when recorded prints have to be made again.
  quantity integer not null,
  -- Prints that went wrong.
  wasted integer not null default 0 check (wasted >= 0),
  reason text not null default '' check (length(reason) <= 500),
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade,
  constraint print_runs_count check (case when quantity > 0 then wasted <= quantity else wasted > 0 and wasted >= -quantity end),
  constraint print_runs_explain_waste check (wasted = 0 or reason <> '')
);
create index print_runs_by_line on public.print_runs (tenant_id, order_line_id);
create index print_runs_newest on public.print_runs (tenant_id, created_at desc);
alter table public.print_runs enable row level security;

-- Policies

create policy "Staff read what their store printed" on public.print_runs
  for select to authenticated using (tenant_id = any ((select private.tenants_where_may('orders.see_prints'))::text[]));

-- Functions

-- Marks designs of any orders as printed, [{"order_line_id", "quantity"}]; staff only. More than needed are reprints: they require
-- a reason and count as waste. Returns the lines.
create function public.mark_printed(p_lines jsonb, p_reason text default '', p_request_id uuid default null)
returns setof public.order_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('mark_printed', p_lines, p_reason)) then
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.mark_line_printed(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_orders(v_orders);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$$;

-- Marks everything to be printed of these orders as printed; staff only. Returns the lines; none for an order with nothing to
-- print.
create function public.mark_orders_printed(p_order_ids uuid[], p_request_id uuid default null) returns setof public.order_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.idempotent_result(
    null::jsonb, p_request_id, jsonb_build_array('mark_orders_printed', p_order_ids));
  v_orders uuid[];
  v_line_ids uuid[] := array(select (line.id #>> '{}')::uuid from jsonb_array_elements(v_first) line (id));
begin
  if v_first is null then
    v_orders := private.lock_orders_for_staff(p_order_ids, 'orders.print');
    with waiting as (
      select line.id, line.to_print from public.order_lines line where line.order_id = any (v_orders) and line.to_print > 0
    ), printed as (
      update public.order_lines line set printed = line.printed + waiting.to_print from waiting where line.id = waiting.id
      returning line.id, line.tenant_id, waiting.to_print
    ), noted as (
      insert into public.print_runs (tenant_id, order_line_id, quantity, actor_id)
      select printed.tenant_id, printed.id, printed.to_print, auth.uid() from printed
    )
    select coalesce(array_agg(printed.id), '{}') into v_line_ids from printed;
    perform private.refresh_orders(array(
      select distinct line.order_id from public.order_lines line where line.id = any (v_line_ids)));
    perform private.store_idempotent_result(p_request_id, to_jsonb(v_line_ids));
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$$;

create function private.mark_line_printed(p_piece private.piece_count, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
  v_wasted integer;
begin
  update public.order_lines line set printed = line.printed + p_piece.quantity
  where line.id = p_piece.order_line_id returning line.* into v_line;
  if not v_line.has_design then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  v_wasted := least(greatest(v_line.printed - (v_line.quantity - v_line.cancelled), 0), p_piece.quantity);
  if v_wasted > 0 and p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, p_piece.quantity, v_wasted, p_reason, auth.uid());
end
$$;

-- Sends failed prints back to printing, [{"order_line_id", "quantity"}], for a reason; staff only. They count as waste. A line
-- whose pieces are all packed isn't reprinted. Returns the lines.
create function public.print_again(p_lines jsonb, p_reason text, p_request_id uuid default null) returns setof public.order_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_line_ids constant uuid[] := private.ids_in(p_lines, 'order_line_id');
  v_orders uuid[];
begin
  if not private.is_repeated(p_request_id, jsonb_build_array('print_again', p_lines, p_reason)) then
    v_orders := private.lock_orders_for_staff(array(
      select line.order_id from public.order_lines line where line.id = any (v_line_ids)
    ), 'orders.print');
    perform private.print_line_again(piece, left(btrim(coalesce(p_reason, '')), 500))
    from unnest(private.asked_pieces_of(v_orders, p_lines)) piece;
    perform private.refresh_orders(v_orders);
  end if;
  return query select line.* from public.order_lines line where line.id = any (v_line_ids) order by line.order_id, line.position;
end
$$;

create function private.print_line_again(p_piece private.piece_count, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
  v_printed integer;
  v_wasted integer;
begin
  select line.* into v_line from public.order_lines line where line.id = p_piece.order_line_id;
  if not v_line.has_design or v_line.packed + v_line.sent >= v_line.quantity - v_line.cancelled - v_line.returned_to_sender then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  if p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  -- Prints in shipments are good; those beyond the required number may be waste too.
  v_printed := least(v_line.printed, greatest(
    least(v_line.printed, v_line.quantity - v_line.cancelled - v_line.returned_to_sender) - p_piece.quantity,
    v_line.packed + v_line.sent));
  v_wasted := greatest(p_piece.quantity, v_line.printed - v_printed);
  update public.order_lines line set printed = v_printed where line.id = v_line.id;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, v_printed - v_line.printed, v_wasted, p_reason, auth.uid());
end
$$;

-- Grants

grant select on public.print_runs to authenticated;
grant execute on function public.mark_printed, public.mark_orders_printed, public.print_again to authenticated;
