-- Reviews of one product that are decided at the same time all count: whoever counts holds the product first, and sees what
-- was decided before. Counted before it was held, the last one to write left out the others.

create or replace function private.review_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_product_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
begin
  perform 1 from public.products p where p.id = v_product_id for no key update;
  update public.products p set review_count = r.n, rating = r.average
  from (
    select count(*)::integer as n, round(avg(v.rating), 2) as average
    from public.reviews v where v.product_id = v_product_id and v.status = 'approved'
  ) r
  where p.id = v_product_id;
  return null;
end
$$;

-- What was left out until now.
update public.products p set review_count = r.n, rating = r.average
from (
  select q.id, count(v.id)::integer as n, round(avg(v.rating), 2) as average
  from public.products q
  left join public.reviews v on v.tenant_id = q.tenant_id and v.product_id = q.id and v.status = 'approved'
  group by q.id
) r
where p.id = r.id and (p.review_count <> r.n or p.rating is distinct from r.average);
