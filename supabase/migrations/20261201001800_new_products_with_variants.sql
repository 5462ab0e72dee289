-- A new product together with what is sold of it.

-- Functions

-- Adds a product with its options and variants, all or nothing; staff only. `p_product` holds the columns that staff fill, but
-- those that are derived from variants; `p_options` and `p_variants` are as save_product_variants takes them, without ids.
-- Answers with the product's id.
create function public.add_product(p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  insert into public.products (
    tenant_id, category_id, name, description, price, original_price, images, image_alts, videos, unit, featured, is_new,
    is_active, type, material, brand, gender, attributes
  )
  select p_tenant_id, r.category_id, r.name, r.description, r.price, r.original_price, r.images, r.image_alts, r.videos, r.unit,
    r.featured, r.is_new, r.is_active, r.type, r.material, r.brand, r.gender, r.attributes
  from jsonb_populate_record(null::public.products,
    '{"images": [], "image_alts": {}, "videos": [], "attributes": {}, "featured": false, "is_new": false, "is_active": true}'
    || p_product) r
  returning * into v_product;
  -- They are part of the product, which the log names once.
  perform set_config('souk.audit', 'off', true);
  -- The variants that every new product gets go, so that the pieces of all that is sold count as first stock.
  perform set_config('souk.variants', 'saving', true);
  delete from public.product_variants v where v.product_id = v_product.id;
  perform private.save_variants(v_product, p_options, p_variants);
  perform set_config('souk.audit', '', true);
  return v_product.id;
end
$$;

-- Grants

grant execute on function public.add_product to authenticated;
