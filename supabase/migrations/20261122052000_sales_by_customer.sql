-- What each customer bought is added up from an index alone: by its order, and without a look at the orders themselves.

create index orders_by_customer on public.orders (tenant_id, user_id, created_at desc) include (total, status, payment_status);
drop index public.orders_by_person;

-- A key is looked up by the index that holds it, also while the table is new: of two indexes that seem alike the younger one
-- is taken, and this one has to stay younger than the one by customer.
create unique index orders_by_key_anew on public.orders (user_id, tenant_id, idempotency_key);
alter table public.orders drop constraint orders_user_id_tenant_id_idempotency_key_key;
alter table public.orders
  add constraint orders_user_id_tenant_id_idempotency_key_key unique using index orders_by_key_anew;
