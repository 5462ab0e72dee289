-- A change of products is found again as long as it can be taken back, not only while the page that made it stays open.

alter table private.product_changes add column made_by uuid default auth.uid();

-- The latest changes of a store's products that can be taken back, with who made them and what they did.
create function public.undoable_product_changes(p_tenant_id text)
returns table (id uuid, made_at timestamptz, made_by text, added integer, changed integer, deleted integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select c.id, c.created_at,
    coalesce((
      select p.name from public.profiles p where p.id = c.made_by order by p.tenant_id = p_tenant_id desc limit 1
    ), ''),
    n.added, n.all_of_them - n.added - n.deleted, n.deleted
  from (
    select w.* from private.product_changes w
    where w.tenant_id = p_tenant_id and w.undone_at is null
      and exists (select 1 from private.product_change_entries e where e.change_id = w.id)
    order by w.created_at desc limit 10
  ) c
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where e.before is null))::integer as added,
      (count(*) filter (where e.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries e where e.change_id = c.id
  ) n
  order by c.created_at desc;
end
$$;
grant execute on function public.undoable_product_changes(text) to authenticated, service_role;
