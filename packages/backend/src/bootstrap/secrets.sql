-- Secrets shared by a backend's processes, which no request may see.

create schema if not exists backend;
revoke all on schema backend from public;
create table if not exists backend.secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
