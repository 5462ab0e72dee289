-- As the schemas have it: written anew by the statement before, it would say the same in other words.
drop trigger orders_invoiced on public.orders;
create constraint trigger orders_invoiced after update on public.orders
  deferrable initially deferred for each row when (
    (old.charged, old.received, old.status) is distinct from (new.charged, new.received, new.status)
  ) execute function private.issue_due_documents();
