-- The sentences of new refusals.

insert into private.refusal_messages (code, reason, message) values
  ('slug_empty', '', 'The address needs a letter or a digit.'),
  ('slug_taken', '', 'The address {slug} belongs to another page, or did until less than a year ago. Choose another one.')
on conflict (code, reason) do update set message = excluded.message;

-- Slugs of the pages that exist; of two with one name, the older page has the shorter one.

alter table public.categories disable trigger user;
alter table public.products disable trigger user;

do $$
declare
  v_category public.categories;
  v_product public.products;
begin
  for v_category in select * from public.categories order by created_at, id loop
    update public.categories set page_slugs = private.take_slugs(v_category.tenant_id, 'category', v_category.id, null,
      v_category.name, v_category.translations)
    where id = v_category.id;
  end loop;
  for v_product in select * from public.products where deleted_at is null order by created_at, id loop
    update public.products set page_slugs = private.take_slugs(v_product.tenant_id, 'product', v_product.id, null,
      v_product.name, v_product.translations)
    where id = v_product.id;
  end loop;
end
$$;

alter table public.categories enable trigger user;
alter table public.products enable trigger user;
