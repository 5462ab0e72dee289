-- What staff and the system know of an order moves out of the row that its shopper reads.

create table public.order_staff_facts (
  order_id uuid primary key,
  tenant_id text not null,
  placed_by uuid,
  manual_discount_reason text not null default '' check (length(manual_discount_reason) <= 500),
  cash_overruled text not null default '' check (length(cash_overruled) <= 500),
  search_text text not null default '',
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
) with (fillfactor = 90);
create index order_staff_facts_of_store on public.order_staff_facts (tenant_id, order_id);
alter table public.order_staff_facts enable row level security;

create table private.order_keys (
  order_id uuid primary key,
  tenant_id text not null,
  caller_id uuid,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  document_hash bigint,
  unique (idempotency_key, caller_id, tenant_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_keys_of_store on private.order_keys (tenant_id, order_id);
alter table private.order_keys enable row level security;

insert into public.order_staff_facts (order_id, tenant_id, placed_by, manual_discount_reason, cash_overruled, search_text)
select orders.id, orders.tenant_id, orders.placed_by, orders.manual_discount_reason, orders.cash_overruled,
  private.fold(concat_ws(E'\n', orders.number, orders.customer_name, orders.customer_email,
    orders.address ->> 'full_name', orders.address ->> 'phone'))
from public.orders;

insert into private.order_keys (order_id, tenant_id, caller_id, idempotency_key, document_hash)
select orders.id, orders.tenant_id, coalesce(orders.placed_by, orders.user_id), orders.idempotency_key, orders.document_hash
from public.orders;

-- Foreign keys that wait for their check would stop the next change of these tables.
set constraints all immediate;
