import { amongStores } from '#app/auth/office-stores.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Maximum number of orders on the print floor. */
const mostOrders = 300;

/** Reads the stores' orders with prints to make, oldest first, with the lines that wait for them. @throws BackendError */
export async function readPrintOrders(tenantIds: readonly string[]) {
  const supabase = await loadSupabase();
  const orders = dataOf(
    await supabase
      .from('orders')
      .select(
        `id, tenant_id, number, created_at, days_from, days_to, slot_date, order_lines!inner (id, name, image, color, size,
          customization, translations, garment, to_print)`,
      )
      .filter('tenant_id', ...amongStores(tenantIds))
      .contains('queues', ['to_print'])
      .gt('order_lines.to_print', 0)
      .order('created_at')
      .order('id')
      .order('position', { referencedTable: 'order_lines' })
      .limit(mostOrders),
  );
  return orders.map((order) => ({
    ...order,
    order_lines: order.order_lines.map((line) => orderLineRow(line)),
  }));
}
