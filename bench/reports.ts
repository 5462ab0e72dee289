import { openBackOffice, tenantId, timed } from './back-office.ts';
import { atMost, type Figure } from './figures.ts';

const repetitions = 5;
const reports = [
  ...['report_totals', 'report_sales', 'report_products', 'report_categories', 'report_customers'],
  ...['report_stock', 'report_discounts', 'report_slots'],
];

/** Each report over a year of 100,000 orders, asked for over HTTP as a page of the back office does. */
export async function reportFigures(): Promise<Figure[]> {
  const { url, headers, close } = await openBackOffice({ orders: 100_000, customers: 8_000, products: 400 });
  try {
    const to = new Date().toISOString().slice(0, 10);
    const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
    const body = JSON.stringify({ p_tenant_id: tenantId, p_from: from, p_to: to });
    const figures: Figure[] = [];
    for (const report of reports) {
      const ask = () => timed(`${url}/rest/v1/rpc/${report}`, { method: 'POST', headers, body });
      await ask();
      const times: number[] = [];
      for (let i = 0; i < repetitions; i += 1) times.push(await ask());
      figures.push(atMost(`${report}, 100,000 orders`, times, 1000, 'ms'));
    }
    return figures;
  } finally {
    await close();
  }
}
