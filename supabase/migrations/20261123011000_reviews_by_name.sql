-- Who wrote a review is shown by name to people with an account as well: the id of somebody's account is for nobody who
-- reads a shelf. What people and staff may do with their own and their store's reviews asks for no column of it.
revoke select on public.reviews from authenticated;
grant select (
  id, tenant_id, product_id, author_name, rating, title, body, status, staff_reply, version, created_at, updated_at
) on public.reviews to authenticated;
