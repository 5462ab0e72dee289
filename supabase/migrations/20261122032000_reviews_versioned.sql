-- Two people who decide about a review or answer it see each other's version, as with everything else that staff edit.
alter table public.reviews add column version integer not null default 1;

create trigger reviews_touch before update of status, staff_reply on public.reviews
  for each row execute function private.touch_version();
