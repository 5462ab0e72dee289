-- What an accountant asks of a month. All of it comes from rows that are never changed, so that a month that is over stays as it is.

-- Functions

-- The invoices and credit notes of a month, its VAT by rate, the money that came and went back, and the cash that couriers held at its
-- end; amounts in pounds, of credit notes as they are taken off. `p_month` is any day of it, by the shop's calendar. Staff only.
create function public.month_figures(p_tenant_id text, p_month date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from constant timestamptz := date_trunc('month', p_month::timestamp) at time zone 'Africa/Cairo';
  v_until constant timestamptz := (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Africa/Cairo';
begin
  perform private.require_capability(p_tenant_id, 'reports.see');
  return jsonb_build_object(
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'code', paper.code, 'kind', paper.kind, 'issued_at', paper.issued_at, 'order_number', paper.order_number,
        'customer', coalesce(paper.buyer #>> '{address,full_name}', paper.buyer ->> 'name', ''), 'corrects', bill.code,
        'net', paper.total - paper.tax, 'tax', paper.tax, 'total', paper.total, 'by_rate', (
          select jsonb_agg(to_jsonb(taxed) order by taxed.rate desc)
          from (
            select part.tax_rate * 100 as rate, sum(part.amount) - sum(part.tax) as net, sum(part.tax) as tax,
              sum(part.amount) as total
            from public.invoice_lines part where part.invoice_id = paper.id group by part.tax_rate
          ) taxed
        )) order by paper.issued_at, paper.code), '[]')
      from public.invoices paper left join public.invoices bill on bill.id = paper.corrects_id
      where paper.tenant_id = p_tenant_id and paper.issued_at >= v_from and paper.issued_at < v_until
    ),
    'vat', private.vat_of(p_tenant_id, v_from, v_until),
    'money', (
      select coalesce(jsonb_agg(to_jsonb(booked) order by booked.kind, booked.method), '[]')
      from (
        select entry.kind, entry.method, count(*) as entries, sum(entry.amount) as amount
        from public.payment_entries entry
        where entry.tenant_id = p_tenant_id and entry.kind <> 'charged'
          and entry.created_at >= v_from and entry.created_at < v_until
        group by entry.kind, entry.method
      ) booked
    ),
    'couriers', (
      select coalesce(jsonb_agg(to_jsonb(held) order by held.courier), '[]')
      from (
        select parcel.carrier_name as courier,
          sum(case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) as amount
        from public.payment_entries entry join public.shipments parcel on parcel.id = entry.shipment_id
        where entry.tenant_id = p_tenant_id and entry.kind in ('cash_collected', 'settled') and entry.created_at < v_until
        group by parcel.carrier_name
        having sum(case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) <> 0
      ) held
    ));
end
$$;

create function private.taxed_sum(p_total numeric, p_tax numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('net', p_total - p_tax, 'tax', p_tax, 'total', p_total)
$$;

-- The VAT of a time by rate, in percent: what was invoiced and what was credited of it, each as {"net", "tax", "total"}, and what
-- is left of both.
create function private.vat_of(p_tenant_id text, p_from timestamptz, p_until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('rate', taxed.rate,
    'invoiced', private.taxed_sum(taxed.invoiced, taxed.invoiced_tax),
    'credited', private.taxed_sum(taxed.credited, taxed.credited_tax),
    'left', private.taxed_sum(taxed.invoiced - taxed.credited, taxed.invoiced_tax - taxed.credited_tax)
  ) order by taxed.rate desc), '[]')
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
$$;

-- Grants

grant execute on function public.month_figures to authenticated;
