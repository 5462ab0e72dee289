-- The words of a product's pictures are part of its page: a change of them alone is a version and is announced like any other.
drop trigger products_derive on public.products;
create trigger products_derive
  before insert or update of tenant_id, category_id, name, description, price, original_price, discount, images,
    image_alts, videos, unit, featured, is_new, is_active, type, size, color, material, brand, gender, types, sizes,
    colors, materials, genders, on_sale, search, version, created_at, updated_at
  on public.products for each row execute function private.product_derive();

drop trigger products_noted on public.products;
drop trigger products_noted_sent on public.products;
create trigger products_noted after update of category_id, name, description, price, original_price, discount, images,
    image_alts, videos, unit, featured, is_new, is_active, type, size, color, material, brand, gender, review_count
  on public.products for each row when (old.version <> new.version or old.review_count <> new.review_count)
  execute function private.note_product();
create trigger products_noted_sent after update of category_id, name, description, price, original_price, discount, images,
    image_alts, videos, unit, featured, is_new, is_active, type, size, color, material, brand, gender, review_count
  on public.products for each statement execute function private.announce_noted_products();
