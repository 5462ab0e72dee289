-- Monthly figures for an accountant. They derive from immutable rows only, so a past month never changes.

-- Tables

-- In pounds: without VAT, the VAT, and both.
create type public.taxed_amount as (net numeric, tax numeric, total numeric);

-- Rate in percent.
create type public.rated_amount as (rate numeric, net numeric, tax numeric, total numeric);

-- An invoice or credit note; `corrects` is null for an invoice.
create type public.month_document as (
  code text, kind public.invoice_kind, issued_at timestamptz, order_number text, customer text, corrects text, net numeric,
  tax numeric, total numeric, by_rate public.rated_amount[]
);

-- Invoiced, credited, and the difference, per VAT rate.
create type public.month_vat as (
  rate numeric, invoiced public.taxed_amount, credited public.taxed_amount, "left" public.taxed_amount
);

-- The method is null where none applies, as for refunds.
create type public.month_money as (
  kind public.payment_entry_kind, method public.payment_method, entries bigint, amount numeric
);

create type public.held_cash as (carrier text, amount numeric);

-- Functions

-- A month's invoices and credit notes, its VAT by rate, money received and refunded, and the cash that carriers held at its end.
-- Amounts in pounds; credit notes count as deductions. `p_month` is any day of the month, in store time. Staff only.
create function public.month_figures(p_tenant_id text, p_month date) returns table (
  documents public.month_document[], vat public.month_vat[], money public.month_money[], carriers public.held_cash[]
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from constant timestamptz := date_trunc('month', p_month::timestamp) at time zone 'Africa/Cairo';
  v_until constant timestamptz := (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Africa/Cairo';
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return query select
    private.month_documents(p_tenant_id, v_from, v_until),
    private.month_vat(p_tenant_id, v_from, v_until),
    array(
      select row(entry.kind, entry.method, count(*), sum(entry.amount))::public.month_money
      from public.payment_entries entry
      -- Exchanges only move money between orders.
      where entry.tenant_id = p_tenant_id and entry.kind not in ('charged', 'exchange_used', 'exchange_given')
        and entry.created_at >= v_from and entry.created_at < v_until
      group by entry.kind, entry.method order by entry.kind, entry.method
    ),
    array(
      select row(shipment.carrier_name, sum(booked.amount))::public.held_cash
      from public.payment_entries entry join public.shipments shipment on shipment.id = entry.shipment_id
      cross join lateral (select case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) booked (amount)
      where entry.tenant_id = p_tenant_id and entry.kind in ('cash_collected', 'settled') and entry.created_at < v_until
      group by shipment.carrier_name having sum(booked.amount) <> 0 order by shipment.carrier_name
    );
end
$$;

create function private.month_documents(p_tenant_id text, p_from timestamptz, p_until timestamptz) returns public.month_document[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(
      paper.code, paper.kind, paper.issued_at, paper.order_number,
      coalesce(paper.buyer #>> '{address,full_name}', paper.buyer ->> 'name', ''), bill.code, paper.total - paper.tax, paper.tax,
      paper.total, array(
        select row(part.tax_rate * 100, sum(part.amount) - sum(part.tax), sum(part.tax), sum(part.amount))::public.rated_amount
        from public.invoice_lines part where part.invoice_id = paper.id group by part.tax_rate order by part.tax_rate desc
      ))::public.month_document
    from public.invoices paper left join public.invoices bill on bill.id = paper.corrects_id
    where paper.tenant_id = p_tenant_id and paper.issued_at >= p_from and paper.issued_at < p_until
    order by paper.issued_at, paper.code
  )
$$;

create function private.taxed_amount(p_total numeric, p_tax numeric) returns public.taxed_amount
language sql immutable set search_path = '' as $$
  select row(p_total - p_tax, p_tax, p_total)::public.taxed_amount
$$;

-- The VAT of a period by rate, highest first.
create function private.month_vat(p_tenant_id text, p_from timestamptz, p_until timestamptz) returns public.month_vat[]
language sql stable security definer set search_path = '' as $$
  select array(
    select row(taxed.rate, private.taxed_amount(taxed.invoiced, taxed.invoiced_tax),
      private.taxed_amount(taxed.credited, taxed.credited_tax),
      private.taxed_amount(taxed.invoiced - taxed.credited, taxed.invoiced_tax - taxed.credited_tax))::public.month_vat
    from (
      select part.tax_rate * 100 as rate,
        coalesce(sum(part.amount) filter (where paper.kind = 'invoice'), 0) as invoiced,
        coalesce(sum(part.tax) filter (where paper.kind = 'invoice'), 0) as invoiced_tax,
        coalesce(sum(part.amount) filter (where paper.kind = 'credit_note'), 0) as credited,
        coalesce(sum(part.tax) filter (where paper.kind = 'credit_note'), 0) as credited_tax
      from public.invoices paper join public.invoice_lines part on part.invoice_id = paper.id
      where paper.tenant_id = p_tenant_id and paper.issued_at >= p_from and paper.issued_at < p_until
      group by part.tax_rate
    ) taxed
    order by taxed.rate desc
  )
$$;

-- Grants

grant execute on function public.month_figures to authenticated;
