import { describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, storeForAllTests } from './own-store.ts';

storeForAllTests('shopper-columns');

const words = (text: string) => text.trim().split(/\s+/);

/**
 * Every column of the tables of orders that a shopper reads: `select=*` gives them all. What staff or the system alone need of an
 * order belongs into `order_staff_facts` or `private`.
 */
const forShoppers: Record<string, string[]> = {
  customizations: words(`
    created_at design garment id image_count name preview price print_files product_id tenant_id text_count updated_at user_id`),
  delivery_slots: words(`
    capacity created_at cut_off_hours day_of_week from_time id is_active tenant_id to_time updated_at version zone_id`),
  discount_uses: words('amount created_at discount_id order_id tenant_id user_id'),
  discounts: words(`
    code created_at description ends_at id is_active is_public kind minimum_subtotal per_person_limit starts_at tenant_id total_limit
    translations updated_at user_id value version`),
  order_edit_transitions: words('by_shopper by_staff by_staff_for_shopper from_state to_state'),
  order_edits: words(`
    added applied_at changes created_at decided_at decided_by difference fee_difference id number order_id proposed_by reason state
    tenant_id`),
  order_events: words(`
    actor actor_id created_at from_status id is_internal note order_id pieces remark tenant_id to_status`),
  order_lines: words(`
    cancelled color credited customization customization_id delivered discount_recounted discount_share edit_id garment has_design id
    image kept name net options order_id packed points_share position printed product_id quantity refused returned sent size sku
    tax_rate tax_share tenant_id to_print total translations type unit_price variant_id`),
  order_status_transitions: words(
    'by_shopper by_staff capability from_status needs_payment takes_back to_status',
  ),
  order_statuses: words('is_complete is_set_by_people is_void status step'),
  orders: words(`
    address at_courier cash_reasons cash_requirement channel charged confirm_until confirmed_at confirmed_by cost created_at
    customer_email customer_name days_from days_to delivered_at deposit discount_code discount_id discount_total given_back goodwill id
    is_test manual_discount note number online_method payment_method payment_reference payment_status points_earned points_used
    points_value queues received replaces_order_id reserved_until shipping_credited shipping_difference shipping_method
    shipping_recounted shipping_tax shipping_total slot_date slot_from slot_id slot_to stage status subtotal tax_rate tenant_id total
    updated_at user_id`),
  point_entries: words('actor_id created_at delta id kind order_id reason tenant_id user_id'),
};
const tables = Object.keys(forShoppers);

describe('a shopper reads', () => {
  test('of the tables of orders those alone that are for shoppers', async () => {
    const rows = await db.owner<{ name: string }[]>`
      select relation.relname as name from pg_class relation
      where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
        and has_any_column_privilege('authenticated', relation.oid, 'select')
        and (relation.relname ~ '^(order|discount|delivery_slot|delivery_booking|customization|point|print_run|stock_movement)')
      order by 1`;
    const readable: string[] = [];
    for (const { name } of rows) {
      const [policy] = await db.owner<{ shoppers: boolean }[]>`
        select bool_or(qual ~ 'uid\\(\\)|hidden_stores|^true$') as shoppers from pg_policies
        where schemaname = 'public' and tablename = ${name} and cmd = 'SELECT' and permissive = 'PERMISSIVE'`;
      if (policy?.shoppers) readable.push(name);
    }
    expect(readable).toEqual(tables.toSorted());
  });

  test.each(tables)('of %s no column that nobody has said to be for shoppers', async (table) => {
    const columns = await db.owner<{ name: string }[]>`
      select attname::text as name from pg_attribute
      where attrelid = ${`public.${table}`}::text::regclass and attnum > 0 and not attisdropped order by 1`;
    expect(columns.map(({ name }) => name).toSorted()).toEqual(forShoppers[table]);
  });

  test('no fact of staff’s about their own order, which staff read', async () => {
    const order = await buy();
    const read = 'select order_id from order_staff_facts where order_id = $1::text::uuid';
    expect(await db.run(shopper.identity, read, [order.id])).toEqual([]);
    expect(await db.run(admin.identity, read, [order.id])).toEqual([{ order_id: order.id }]);
    const [row] = await db.run(shopper.identity, 'select * from orders where id = $1::text::uuid', [
      order.id,
    ]);
    expect(Object.keys(row ?? {}).toSorted()).toEqual(forShoppers.orders);
  });
});
