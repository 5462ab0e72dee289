-- What everybody reads of a product's reviews is announced like its other changes: approved ones that come, go, change
-- or are answered. Lists show no more than their number and average, whose change the product announces itself.

create function private.announce_reviews(p_action text, p_changed jsonb) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(
    jsonb_build_object('kind', 'review', 'action', p_action, 'lists', false,
      'ids', case when count(*) <= 50 then jsonb_agg(c.product_id) end),
    'change', 'catalogue:' || c.tenant_id, true)
  from (
    select distinct r.tenant_id, r.product_id
    from jsonb_to_recordset(p_changed) r (tenant_id text, product_id uuid)
  ) c
  group by c.tenant_id
$$;

create function private.reviews_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews(lower(tg_op), (
    select jsonb_agg(jsonb_build_object('tenant_id', r.tenant_id, 'product_id', r.product_id))
    from changed r where r.status = 'approved'));
  return null;
end
$$;

create function private.reviews_updated() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews('update', (
    select jsonb_agg(jsonb_build_object('tenant_id', n.tenant_id, 'product_id', n.product_id))
    from after n join before o using (id)
    where 'approved' in (n.status, o.status)
      and (n.status, n.staff_reply, n.rating, n.title, n.body, n.author_name)
        is distinct from (o.status, o.staff_reply, o.rating, o.title, o.body, o.author_name)));
  return null;
end
$$;

create trigger reviews_announced_in after insert on public.reviews
  referencing new table as changed for each statement execute function private.reviews_changed();
create trigger reviews_announced_out after delete on public.reviews
  referencing old table as changed for each statement execute function private.reviews_changed();
create trigger reviews_announced after update on public.reviews
  referencing old table as before new table as after
  for each statement execute function private.reviews_updated();
