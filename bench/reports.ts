import { openBackOffice, tenantId, timed } from './back-office.ts';
import { atMost, type Figure } from './figures.ts';

const repetitions = 5;
/** As many rows as a page asks for. */
const page = 51;
const reports: [name: string, call: string, asked: object][] = [
  ['totals', 'report_totals', {}],
  ['sales', 'report_rows', { p_report: 'sales' }],
  ...['products', 'categories', 'customers', 'stock', 'discounts', 'slots'].map(
    (kind): [string, string, object] => [kind, 'report_rows', { p_report: kind, p_limit: page }],
  ),
  ['file of all customers', 'report_rows', { p_report: 'customers' }],
];

/** Each report over a year of 100,000 orders, asked for over HTTP as a page of the back office does; and a file. */
export async function reportFigures(): Promise<Figure[]> {
  const { url, headers, close } = await openBackOffice({ orders: 100_000, customers: 8_000, products: 400 });
  try {
    const to = new Date().toISOString().slice(0, 10);
    const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
    const figures: Figure[] = [];
    for (const [name, call, asked] of reports) {
      const body = JSON.stringify({ p_tenant_id: tenantId, p_from: from, p_to: to, ...asked });
      const ask = () => timed(`${url}/rest/v1/rpc/${call}`, { method: 'POST', headers, body });
      await ask();
      const times: number[] = [];
      for (let i = 0; i < repetitions; i += 1) times.push(await ask());
      figures.push(atMost(`report of ${name}, 100,000 orders`, times, 1000, 'ms'));
    }
    return figures;
  } finally {
    await close();
  }
}
