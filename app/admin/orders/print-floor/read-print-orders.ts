import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { soldRow } from '#app/lib/sold-row.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Maximum number of orders on the floor. */
const mostOrders = 300;

/** Reads the orders with prints to make, oldest first, with their lines that have a design. @throws BackendError */
export async function readPrintOrders() {
  const supabase = await loadSupabase();
  const orders = dataOf(
    await supabase
      .from('orders')
      .select(
        `id, number, created_at, days_from, days_to, slot_date, order_lines!inner (id, name, image, color, size, customization_id,
          customization, translations, garment, quantity, cancelled, packed, sent, delivered, refused, returned, printed)`,
      )
      .eq('tenant_id', pageTenant())
      .contains('queues', ['to_print'])
      .not('order_lines.customization_id', 'is', null)
      .order('created_at')
      .order('id')
      .order('position', { referencedTable: 'order_lines' })
      .limit(mostOrders),
  );
  return orders.map((order) => ({ ...order, order_lines: order.order_lines.map((line) => soldRow(line)) }));
}
