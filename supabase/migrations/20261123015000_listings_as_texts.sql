-- Most rows and counts of a listing were read before, for other listings. Each as a text of its own, somebody who has one
-- already knows it by its text and need not take it apart again.
drop function public.product_listing;

create function public.product_listing(
  p_tenant_id text,
  p_search text default null,
  p_category_ids uuid[] default null,
  p_brands text[] default null,
  p_sizes text[] default null,
  p_colors text[] default null,
  p_materials text[] default null,
  p_genders text[] default null,
  p_types text[] default null,
  p_min_price numeric default null,
  p_max_price numeric default null,
  p_in_stock boolean default false,
  p_on_sale boolean default false,
  p_new boolean default false,
  p_sort text default 'relevance',
  p_limit integer default 24,
  p_offset integer default 0
) returns table (products text[], facets text)
language plpgsql stable set search_path = '' as $$
begin
  return query select
    array(
      select row_to_json(card)::text from (
        select p.id, p.name, p.price, p.original_price, p.discount, p.images, p.stock, p.is_new, p.category_id,
          p.category_name, p.type, p.size, p.color, p.rating, p.review_count
        from public.search_products(
          p_tenant_id, p_search, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price,
          p_max_price, p_in_stock, p_on_sale, p_new, false, p_sort, p_limit, p_offset) p
      ) card
    ),
    (
      select coalesce(json_agg(counted), '[]')::text
      from public.product_facets(
        p_tenant_id, p_search, p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_min_price,
        p_max_price, p_in_stock, p_on_sale, p_new) counted
    );
end
$$;

comment on function public.product_listing is
  'What search_products and product_facets answer to the same filters, as one row: a JSON text for each product, one for the counts.';

grant execute on function public.product_listing to anon, authenticated, service_role;
