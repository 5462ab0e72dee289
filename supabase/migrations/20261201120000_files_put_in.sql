-- Matched columns are kept by the kind of file: those that are there are of products. A price with piastres is taken whatever
-- was read before it: its type was tested as that of a stock.

set local check_function_bodies = off;

DROP TRIGGER "columns_fixed" ON "public"."import_columns";

ALTER TABLE "public"."import_columns" DROP CONSTRAINT "import_columns_tenant_id_headings_key_key";

ALTER TABLE "public"."import_columns" ADD COLUMN "kind" text NOT NULL DEFAULT 'products'::text;

CREATE OR REPLACE FUNCTION private.check_variant_values(p_product public.products, p_row jsonb, p_image text, p_name text, p_line integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_column text;
  v_value text;
  v_problem text;
begin
  foreach v_column in array '{price,original_price,stock,weight_grams}'::text[] loop
    v_value := p_row ->> v_column;
    if v_value is null and v_column <> 'stock' then
      continue;
    end if;
    -- A call of pg_input_is_valid keeps the first type that it was given.
    if not coalesce(pg_input_is_valid(v_value, 'numeric'), false)
      or (v_column in ('stock', 'weight_grams') and not pg_input_is_valid(v_value, 'integer'))
      or not v_value::numeric between 0 and 10000000 then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  foreach v_column in array '{sku,barcode,image}'::text[] loop
    if length(btrim(p_row ->> v_column)) > (case v_column when 'image' then 2000 else 64 end) then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  v_problem := case
    when (p_row ->> 'original_price')::numeric <= coalesce((p_row ->> 'price')::numeric, p_product.price) then 'original_price_lower'
    when not private.is_valid_address(coalesce(p_row ->> 'image', '')) and p_row ->> 'image' is distinct from p_image
      then 'image_address'
    when jsonb_typeof(p_row -> 'is_active') is distinct from 'boolean' then 'is_active'
  end;
  if v_problem is not null then
    perform private.refuse_variant('invalid_value', jsonb_build_object('reason', v_problem, 'name', p_name), array[p_line],
      case v_problem when 'original_price_lower' then 'original_price' when 'image_address' then 'image' else v_problem end);
  end if;
end
$function$;

ALTER TABLE "public"."import_columns" ADD CONSTRAINT "import_columns_kind_check" CHECK ((kind = ANY (ARRAY['products'::text, 'statement'::text, 'payments'::text])));

ALTER TABLE "public"."import_columns" ADD CONSTRAINT "import_columns_tenant_id_kind_headings_key_key" UNIQUE (tenant_id, kind, headings_key);

CREATE TRIGGER columns_fixed BEFORE UPDATE OF id, tenant_id, kind, headings ON public.import_columns FOR EACH ROW WHEN (((old.id <> new.id) OR (old.tenant_id <> new.tenant_id) OR (old.kind <> new.kind) OR (old.headings <> new.headings))) EXECUTE FUNCTION private.refuse_key_change();

GRANT INSERT ("kind"), UPDATE ("kind") ON TABLE "public"."import_columns" TO "authenticated";
