-- Making a store and removing one, by the owners of the installation.

-- Helpers

create function private.require_owner_or_server() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_service() then
    perform private.require_platform_owner();
    perform private.require_aal();
  end if;
end
$$;

-- Refuses a short name that is malformed, reserved or taken. It stands in addresses of accounts, such as mona+delta@…: none may
-- carry a mark that was not the store's.
create function private.require_new_store_id(p_id text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_id is null or length(p_id) not between 2 and 30 or p_id !~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' then
    perform private.refuse('store_id_invalid');
  elsif p_id = any ('{account,admin,all,api,app,assets,auth,brands,catalogue,cdn,chat,localhost,mail,orders,public,rest,shop,staff,'
    'static,storage,stores,support,www}') then
    perform private.refuse('store_id_reserved', jsonb_build_object('id', p_id));
  elsif exists (select 1 from public.tenants tenant where tenant.id = p_id)
    or exists (select 1 from auth.users account where strpos(account.email, '+' || p_id || '@') > 0) then
    perform private.refuse('store_id_taken', jsonb_build_object('id', p_id));
  end if;
end
$$;

-- Inserts a row from a document of its columns; the others have their defaults.
create function private.insert_document(p_table regclass, p_row jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_columns constant text := (select string_agg(quote_ident(column_name), ', ') from jsonb_object_keys(p_row) column_name);
begin
  execute format('insert into %s (%s) select %2$s from jsonb_populate_record(null::%1$s, $1)', p_table, v_columns) using p_row;
end
$$;

-- Removes what a store shows and what staff keep for themselves. Discounts that orders used belong to their ledger.
create function private.remove_store_content(p_tenant_id text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.products product where product.tenant_id = p_tenant_id;
  delete from private.product_changes change where change.tenant_id = p_tenant_id;
  delete from public.categories category where category.tenant_id = p_tenant_id;
  delete from public.slugs named where named.tenant_id = p_tenant_id;
  delete from public.attributes attribute where attribute.tenant_id = p_tenant_id;
  delete from public.banners banner where banner.tenant_id = p_tenant_id;
  delete from public.faq_questions question where question.tenant_id = p_tenant_id;
  delete from public.search_synonyms phrase where phrase.tenant_id = p_tenant_id;
  delete from private.search_words word where word.tenant_id = p_tenant_id;
  update public.discounts discount set user_id = null, is_active = false, is_public = false
  where discount.tenant_id = p_tenant_id;
  delete from public.discounts discount where discount.tenant_id = p_tenant_id
    and not exists (select 1 from public.discount_uses used where used.discount_id = discount.id)
    and not exists (select 1 from public.orders ordered where ordered.discount_id = discount.id);
  update public.offers offer set is_active = false where offer.tenant_id = p_tenant_id;
  delete from public.offers offer where offer.tenant_id = p_tenant_id
    and not exists (select 1 from public.offer_uses used where used.offer_id = offer.id);
  delete from public.saved_replies reply where reply.tenant_id = p_tenant_id;
  delete from public.message_texts own where own.tenant_id = p_tenant_id;
  delete from public.order_tags named where named.tenant_id = p_tenant_id;
  delete from public.order_calls called where called.tenant_id = p_tenant_id;
  -- With the customers of other shops.
  delete from public.store_imports given where given.tenant_id = p_tenant_id;
  delete from public.saved_views view where view.tenant_id = p_tenant_id;
  delete from public.import_columns known where known.tenant_id = p_tenant_id;
  delete from public.staff_settings setting where setting.tenant_id = p_tenant_id;
  delete from public.store_doors door where door.tenant_id = p_tenant_id;
  delete from private.demo_rows marked where marked.tenant_id = p_tenant_id;
  -- The next start would mark the demo of a store without this row.
  update private.demo_stores store set removed_at = now(), files = '{}'
  where store.tenant_id = p_tenant_id and store.removed_at is null;
end
$$;

-- Removes what a store knows about people, and the accounts that belong to it alone. Orders stay for the ledger without the
-- person, invoices as issued; owners of the installation keep their profile, with which they read them.
create function private.remove_store_people(p_tenant_id text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_orders constant uuid[] := array(select ordered.id from public.orders ordered where ordered.tenant_id = p_tenant_id);
  v_people constant uuid[] := array(
    select profile.id from public.profiles profile where profile.tenant_id = p_tenant_id
    union select held.user_id from public.user_roles held where held.tenant_id = p_tenant_id
    union select held.user_id from public.staff_grants held where held.tenant_id = p_tenant_id
    except select owner.user_id from public.user_roles owner where owner.tenant_id is null
  );
begin
  perform private.forget_in_orders(v_orders, null);
  update public.order_lines line set image = null where line.tenant_id = p_tenant_id and line.image is not null;
  delete from public.order_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.shipment_event_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.transfer_actors acted where acted.tenant_id = p_tenant_id;
  delete from public.approval_requests request where request.tenant_id = p_tenant_id;
  delete from private.ceiling_uses used where used.tenant_id = p_tenant_id;
  delete from private.prices_before lowered where lowered.tenant_id = p_tenant_id;
  delete from private.order_confirmations asked where asked.tenant_id = p_tenant_id;
  delete from private.order_links link where link.tenant_id = p_tenant_id;
  delete from public.pay_links link where link.tenant_id = p_tenant_id;
  delete from public.order_drafts draft where draft.tenant_id = p_tenant_id;
  delete from private.order_clients client where client.tenant_id = p_tenant_id;
  delete from public.conversations talk where talk.tenant_id = p_tenant_id;
  delete from private.contact_senders sender where sender.tenant_id = p_tenant_id;
  delete from public.opening_alerts alert where alert.tenant_id = p_tenant_id;
  delete from public.notification_opt_outs stopped where stopped.tenant_id = p_tenant_id;
  delete from private.phone_sends sent where sent.tenant_id = p_tenant_id;
  delete from public.customizations design where design.tenant_id = p_tenant_id;
  delete from private.request_answers answered where answered.user_id = any (v_people);
  delete from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = any (v_people);
  delete from public.user_roles held where held.tenant_id = p_tenant_id;
  delete from public.staff_grants held where held.tenant_id = p_tenant_id;
  delete from private.staff_invitations invited where invited.tenant_id = p_tenant_id;
  delete from public.staff_notification_choices choice where choice.tenant_id = p_tenant_id;
  delete from auth.users account where account.id = any (v_people)
    and not exists (select 1 from public.profiles other where other.id = account.id)
    and not exists (select 1 from public.user_roles other where other.user_id = account.id)
    and not exists (select 1 from public.staff_grants other where other.user_id = account.id);
end
$$;

-- A removed store has no new customers; its owners still enter its office.
create function private.refuse_profile_of_gone_store() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.tenant_id = any (private.gone_stores()) and not exists (
    select 1 from public.user_roles held where held.user_id = new.id and held.tenant_id is null and held.role = 'super_admin'
  ) then
    perform private.refuse('store_gone');
  end if;
  return new;
end
$$;

-- A removed store gives up a domain that another one takes.
create function private.take_domain_of_gone_store() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.store_domains other
  where other.domain = new.domain and other.tenant_id <> new.tenant_id and other.tenant_id = any (private.gone_stores());
  return new;
end
$$;

-- Functions

-- Makes a store, closed, with its brand, settings and first questions: documents of columns of those tables. Its limit of storage
-- is that of the other stores. For owners of the installation and the server.
create function public.create_store(
  p_id text, p_brand jsonb, p_settings jsonb, p_questions jsonb, p_request_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_repeated(p_request_id, jsonb_build_array('create_store', p_id, p_brand, p_settings, p_questions)) then
    return;
  end if;
  perform private.require_owner_or_server();
  perform pg_advisory_xact_lock(hashtextextended('create_store', 0));
  perform private.require_new_store_id(p_id);
  insert into public.tenants (id, name, position)
  select p_id, p_brand ->> 'name', coalesce(max(tenant.position) + 1, 0) from public.tenants tenant;
  insert into public.storage_limits (tenant_id, storage_limit_mb)
  select p_id, max(room.storage_limit_mb) from public.storage_limits room having max(room.storage_limit_mb) is not null;
  perform private.insert_document('public.settings', p_settings || jsonb_build_object('tenant_id', p_id, 'state', 'closed'));
  perform private.insert_document('public.faq_questions', question || jsonb_build_object('tenant_id', p_id))
  from jsonb_array_elements(p_questions) question;
  -- Last: it announces the store.
  perform private.insert_document('public.brands', p_brand || jsonb_build_object('tenant_id', p_id));
  perform private.write_audit(p_id, 'insert', 'tenants', p_id, p_brand ->> 'name', null, null);
end
$$;

-- Orders of a store that are not complete, or for which somebody still owes money or expects pieces.
create function private.unsettled_orders(p_tenant_id text) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.orders ordered
  where ordered.tenant_id = p_tenant_id and (
    not private.is_complete(ordered.status) or ordered.payment_status = 'refund_due'
    or exists (
      select 1 from public.shipments shipment join public.shipment_staff_facts facts on facts.shipment_id = shipment.id
      where shipment.order_id = ordered.id and facts.carrier_owes > 0
    )
    or exists (
      select 1 from public.returns back join public.return_states known on known.state = back.state
      where back.order_id = ordered.id and known.is_open
    )
  )
$$;

-- Removes a closed store for good, once its orders are settled (docs/product.md, Making and removing stores). `p_name` is its
-- name, typed by the person. For owners of the installation and the server.
create function public.remove_store(p_tenant_id text, p_name text, p_request_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_state public.store_state;
  v_open bigint;
begin
  if private.is_repeated(p_request_id, jsonb_build_array('remove_store', p_tenant_id)) then
    return;
  end if;
  perform private.require_owner_or_server();
  -- Orders that are being placed commit first, or find no store.
  select tenant.name into v_name from public.tenants tenant where tenant.id = p_tenant_id for update;
  select settings.state into v_state from public.settings where settings.tenant_id = p_tenant_id for update;
  v_open := private.unsettled_orders(p_tenant_id);
  if v_state is null then
    perform private.refuse('unknown_store');
  elsif v_state = 'gone' then
    perform private.refuse('store_gone');
  elsif v_state <> 'closed' then
    perform private.refuse('store_not_closed');
  elsif btrim(p_name) is distinct from v_name then
    perform private.refuse('store_name_differs');
  elsif v_open > 0 then
    perform private.refuse('store_has_open_orders', jsonb_build_object('count', v_open));
  end if;
  -- Invoices show the logo.
  perform private.remove_file(file.bucket_id, file.name) from private.store_objects(p_tenant_id) file
  where file.bucket_id <> 'brand-files';
  delete from private.jobs job where job.tenant_id = p_tenant_id and job.kind <> 'remove_file';
  perform private.remove_store_people(p_tenant_id);
  perform private.remove_store_content(p_tenant_id);
  update public.settings set state = 'gone' where settings.tenant_id = p_tenant_id;
  delete from public.audit_log noted where noted.tenant_id = p_tenant_id;
  perform private.write_audit(p_tenant_id, 'delete', 'tenants', p_tenant_id, v_name, null, null);
end
$$;

-- Triggers

create trigger profiles_of_gone_store before insert on public.profiles
  for each row execute function private.refuse_profile_of_gone_store();

create trigger store_domains_of_gone_store before insert or update of domain on public.store_domains
  for each row execute function private.take_domain_of_gone_store();

-- Grants

grant execute on function public.create_store, public.remove_store to authenticated;
