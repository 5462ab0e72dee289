-- Whatever changes several products holds them by id first, as orders do: a category's new name and reviews of several
-- products, such as those of an account that is deleted, ended orders that were placed meanwhile. And reviews of one product
-- that are decided at the same time all count: counted before it was held, the last one to write left out the others.

-- Categories -------------------------------------------------------------------------------------

create or replace function private.category_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products p where p.tenant_id = new.tenant_id and p.category_id = new.id
  order by p.id for no key update;
  update public.products set category_id = category_id where tenant_id = new.tenant_id and category_id = new.id;
  return null;
end
$$;

-- Reviews ----------------------------------------------------------------------------------------

-- Counts the approved reviews of products: in a statement of its own, which sees what was decided before they were held.
create function private.count_reviews(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_product_ids is null then
    return;
  end if;
  perform 1 from public.products p where p.id = any (p_product_ids) order by p.id for no key update;
  update public.products p set review_count = r.n, rating = r.average
  from (
    select q.id, count(v.id)::integer as n, round(avg(v.rating), 2) as average
    from public.products q
    left join public.reviews v on v.tenant_id = q.tenant_id and v.product_id = q.id and v.status = 'approved'
    where q.id = any (p_product_ids)
    group by q.id
  ) r
  where p.id = r.id;
end
$$;

create function private.reviews_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((select array_agg(distinct r.product_id) from changed r where r.status = 'approved'));
  return null;
end
$$;

create function private.reviews_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((
    select array_agg(distinct n.product_id)
    from after n join before o using (id)
    where 'approved' in (n.status, o.status) and (n.status, n.rating) <> (o.status, o.rating)));
  return null;
end
$$;

drop trigger reviews_counted on public.reviews;
drop function private.review_counted();

create trigger reviews_counted_in after insert on public.reviews
  referencing new table as changed for each statement execute function private.reviews_counted();
create trigger reviews_counted_out after delete on public.reviews
  referencing old table as changed for each statement execute function private.reviews_counted();
create trigger reviews_counted after update on public.reviews
  referencing old table as before new table as after
  for each statement execute function private.reviews_recounted();

-- What was left out until now.
select private.count_reviews(array(
  select p.id from public.products p
  left join public.reviews r on r.tenant_id = p.tenant_id and r.product_id = p.id and r.status = 'approved'
  group by p.id having p.review_count <> count(r.id) or p.rating is distinct from round(avg(r.rating), 2)
));
