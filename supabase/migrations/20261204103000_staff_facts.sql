-- What only staff and the system know leaves the rows that shoppers read: who acted, what the office searches, and its marks.

create table public.profile_staff_facts (
  user_id uuid not null,
  tenant_id text not null,
  search_text text not null,
  primary key (user_id, tenant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
alter table public.profile_staff_facts enable row level security;

insert into public.profile_staff_facts (user_id, tenant_id, search_text)
select id, tenant_id, search_text from public.profiles;

create table public.conversation_staff_facts (
  conversation_id uuid not null,
  tenant_id text not null,
  search_text text not null,
  unread_by_staff integer not null default 0,
  answered_at timestamptz,
  primary key (conversation_id, tenant_id),
  foreign key (tenant_id, conversation_id) references public.conversations (tenant_id, id) on delete cascade
);
alter table public.conversation_staff_facts enable row level security;

insert into public.conversation_staff_facts (conversation_id, tenant_id, search_text, unread_by_staff, answered_at)
select id, tenant_id, search_text, unread_by_staff, answered_at from public.conversations;

create table public.order_event_actors (
  event_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (event_id, tenant_id),
  foreign key (tenant_id, event_id) references public.order_events (tenant_id, id) on delete cascade
);
alter table public.order_event_actors enable row level security;

insert into public.order_event_actors (event_id, tenant_id, actor_id)
select id, tenant_id, actor_id from public.order_events where actor_id is not null;

create table public.order_edit_staff_facts (
  edit_id uuid not null,
  tenant_id text not null,
  proposed_by uuid,
  decided_by uuid,
  primary key (edit_id, tenant_id),
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade
);
alter table public.order_edit_staff_facts enable row level security;

insert into public.order_edit_staff_facts (edit_id, tenant_id, proposed_by, decided_by)
select id, tenant_id, proposed_by, decided_by from public.order_edits;

alter table public.shipment_events add unique (tenant_id, id);
create table public.shipment_event_actors (
  event_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (event_id, tenant_id),
  foreign key (tenant_id, event_id) references public.shipment_events (tenant_id, id) on delete cascade
);
alter table public.shipment_event_actors enable row level security;

insert into public.shipment_event_actors (event_id, tenant_id, actor_id)
select id, tenant_id, actor_id from public.shipment_events where actor_id is not null;

alter table public.point_entries add unique (tenant_id, id);
create table public.point_entry_actors (
  entry_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (entry_id, tenant_id),
  foreign key (tenant_id, entry_id) references public.point_entries (tenant_id, id) on delete cascade
);
alter table public.point_entry_actors enable row level security;

insert into public.point_entry_actors (entry_id, tenant_id, actor_id)
select id, tenant_id, actor_id from public.point_entries where actor_id is not null;

alter table public.store_credits add unique (tenant_id, id);
create table public.store_credit_actors (
  credit_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (credit_id, tenant_id),
  foreign key (tenant_id, credit_id) references public.store_credits (tenant_id, id) on delete cascade
);
alter table public.store_credit_actors enable row level security;

insert into public.store_credit_actors (credit_id, tenant_id, actor_id)
select id, tenant_id, actor_id from public.store_credits where actor_id is not null;

create table public.refund_staff_facts (
  refund_id uuid not null,
  tenant_id text not null,
  created_by uuid,
  attempt integer not null default 1,
  primary key (refund_id, tenant_id),
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete cascade
);
alter table public.refund_staff_facts enable row level security;

insert into public.refund_staff_facts (refund_id, tenant_id, created_by, attempt)
select id, tenant_id, created_by, attempt from public.refunds;

create table public.transfer_actors (
  transfer_id uuid not null,
  tenant_id text not null,
  actor_id uuid not null,
  primary key (transfer_id, tenant_id),
  foreign key (tenant_id, transfer_id) references public.transfers (tenant_id, id) on delete cascade
);
alter table public.transfer_actors enable row level security;

insert into public.transfer_actors (transfer_id, tenant_id, actor_id)
select id, tenant_id, checked_by from public.transfers where checked_by is not null;

create table public.storage_limits (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  storage_limit_mb integer not null check (storage_limit_mb > 0)
);
alter table public.storage_limits enable row level security;

insert into public.storage_limits (tenant_id, storage_limit_mb) select id, storage_limit_mb from public.tenants;

-- Foreign keys that wait for their check would stop the next change of these tables.
set constraints all immediate;
