-- A message about an order names the address that staff entered for people.

-- Takes messages that are due, each with its order: for five minutes they are the caller's, and nobody waits for another.
-- One that fails is due again after 1, 4, 9 … minutes, twelve times. For the server.
create or replace function public.take_order_mails(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mails jsonb;
begin
  perform private.require_service();
  with due as (
    select m.id from public.order_mails m
    where m.sent_at is null and m.due_at <= now() and m.attempts < 12
    order by m.due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_mails m set attempts = m.attempts + 1, due_at = now() + interval '5 minutes'
    from due where m.id = due.id
    returning m.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', t.id, 'kind', t.kind, 'tenant_id', t.tenant_id, 'order', private.order_json(o),
    'note', case when t.kind = 'cancelled' then coalesce((
      select e.note from public.order_events e
      where e.order_id = o.id and e.to_status = 'cancelled' and not e.is_internal order by e.created_at desc limit 1
    ), '') else '' end,
    'bank_details', case when t.kind = 'placed' and o.payment_method = 'bank_transfer'
      then coalesce(s.payment ->> 'bankDetails', '') else '' end,
    'contact_email', coalesce(s.contact ->> 'contactEmail', '')
  ) order by t.created_at, t.id) into v_mails
  from taken t join public.orders o on o.id = t.order_id left join public.settings s on s.tenant_id = t.tenant_id;
  return coalesce(v_mails, '[]');
end
$$;
