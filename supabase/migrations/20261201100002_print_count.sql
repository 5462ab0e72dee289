set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.price_order(p_order jsonb, p_user_id uuid, p_lock boolean, p_address jsonb, p_manual_discount bigint DEFAULT 0)
 RETURNS private.priced_order
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings record;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_problem boolean;
  v_priced private.priced_order;
begin
  select customization, payment, shipping, points into v_settings
  from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if private.print_count(v_tenant_id, v_lines, p_user_id) > 400 then
    perform private.refuse('too_many_prints', jsonb_build_object('most', 400));
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v_priced.lines := private.price_lines(v_tenant_id, v_lines, v_settings.customization, p_user_id, p_lock);
  v_priced.payment := v_settings.payment;
  select coalesce(sum(line.unit * line.quantity), 0), count(line.problem) > 0 into v_priced.subtotal, v_problem
  from unnest(v_priced.lines) line;
  v_priced.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v_priced.problems
    from unnest(v_priced.lines) priced where priced.problem is not null;
  end if;
  if v_priced.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
  end if;

  v_priced.discount := 0;
  if v_code is not null then
    v_check := private.check_discount(v_tenant_id, v_code, p_user_id, v_priced.subtotal, p_lock);
    if v_check.problem is not null then
      v_priced.problems := v_priced.problems || v_check.problem;
    else
      v_discount := v_check.discount;
      v_priced.discount_id := v_discount.id;
      v_priced.discount_code := v_discount.code;
      v_priced.discount_kind := v_discount.kind;
      v_priced.discount := case v_discount.kind
        when 'percent' then (v_priced.subtotal * (v_discount.value * 100)::bigint + 5000) / 10000
        when 'fixed' then least(private.piastres(v_discount.value), v_priced.subtotal)
        else 0
      end;
    end if;
  end if;
  v_priced.manual_discount := p_manual_discount;
  v_goods := v_priced.subtotal - v_priced.discount - p_manual_discount;
  if v_goods < 0 then
    perform private.refuse('manual_discount_too_high', jsonb_build_object('amount', private.pounds(v_goods + p_manual_discount)));
  end if;

  v_priced.delivery := private.delivery_of(v_tenant_id, v_settings.shipping, p_address, p_order ->> 'shipping_method',
    -- What staff take off takes no free delivery away.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping');
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings.points, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.print_count(p_tenant_id text, p_lines jsonb, p_user_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select sum(coalesce(saved.text_count + saved.image_count, 0) + case
      when jsonb_typeof(line #> '{design,elements}') = 'array' then jsonb_array_length(line #> '{design,elements}') else 0 end)
    from jsonb_array_elements(p_lines) line
    left join public.customizations saved on saved.tenant_id = p_tenant_id and saved.user_id = p_user_id
      and saved.id = case when pg_input_is_valid(line ->> 'customization_id', 'uuid') then (line ->> 'customization_id')::uuid end
  ), 0);
end
$function$;

ALTER FUNCTION "private"."print_count"(text, jsonb, uuid) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."print_count"(text, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."print_count"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_count"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."print_count"(text, jsonb, uuid) TO "service_role";

insert into private.refusal_messages (code, reason, message) values
  ('too_many_prints', '', 'An order can hold up to {most} texts and pictures to print. Order the others separately.');
