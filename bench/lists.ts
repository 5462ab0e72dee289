import { openBackOffice, tenantId, timed } from './back-office.ts';
import { atMost, type Figure } from './figures.ts';

const repetitions = 9;
/** What somebody still takes for at once, in ms. */
const atOnce = 300;

const searched = (columns: readonly string[], text: string) =>
  `or=(${columns.map((column) => `${column}.ilike."*${text}*"`).join(',')})`;

const orders =
  'orders?select=id,number,status,payment_method,payment_status,total,customer_name,customer_email,created_at,slot_date,order_lines(quantity)&limit=50';
const products =
  'products?select=id,name,price,original_price,stock,featured,is_active,brand,images,created_at,categories(name)&limit=25';
const changes =
  'audit_log?select=id,actor_name,action,entity,entity_id,label,before,after,created_at&limit=25&order=id.desc';

/** The lists as their pages ask for them: the first page, the last, ordered otherwise, searched. */
const lists: Record<string, string> = {
  'orders, first page': `${orders}&order=created_at.desc,id`,
  'orders, last page': `${orders}&order=created_at.desc,id&offset=9950`,
  'orders by total': `${orders}&order=total.desc,id`,
  'orders of a number': `${orders}&order=created_at.desc,id&${searched(['number', 'customer_name', 'customer_email', 'address->>phone'], 'IN-47')}`,
  'products, first page': `${products}&order=created_at.desc,id`,
  'products, last page': `${products}&order=created_at.desc,id&offset=9975`,
  'products by stock': `${products}&order=stock.asc,id`,
  'products of a name': `${products}&order=created_at.desc,id&${searched(['name', 'brand'], 'duct 47')}`,
  'audit, first page': changes,
  'audit, last page': `${changes}&offset=19975`,
  'audit of a name': `${changes}&${searched(['label', 'actor_name', 'entity_id'], 'duct 47')}`,
};

const customers = { p_tenant_id: tenantId, p_limit: 25 };
const customerLists: Record<string, object> = {
  'customers, first page': { ...customers, p_search: '', p_sort: 'newest', p_offset: 0 },
  'customers, last page': { ...customers, p_search: '', p_sort: 'newest', p_offset: 9975 },
  'customers by what they spent': { ...customers, p_search: '', p_sort: 'spent', p_offset: 0 },
  'customers of an email': { ...customers, p_search: 'b47', p_sort: 'newest', p_offset: 0 },
};

/** Every list of the back office over 10,000 rows, counted, asked for over HTTP as its page does. */
export async function listFigures(): Promise<Figure[]> {
  const { url, headers, close } = await openBackOffice({
    orders: 10_000,
    customers: 10_000,
    products: 10_000,
  });
  try {
    const asked = [
      ...Object.entries(lists).map(([name, query]) => ({
        name,
        ask: () =>
          timed(`${url}/rest/v1/${query}&tenant_id=eq.${tenantId}`, {
            headers: { ...headers, prefer: 'count=exact' },
          }),
      })),
      ...Object.entries(customerLists).map(([name, question]) => ({
        name,
        ask: () =>
          timed(`${url}/rest/v1/rpc/list_customers`, {
            ...{ method: 'POST', headers, body: JSON.stringify(question) },
          }),
      })),
    ];
    const figures: Figure[] = [];
    for (const { name, ask } of asked) {
      await ask();
      const times: number[] = [];
      for (let i = 0; i < repetitions; i += 1) times.push(await ask());
      figures.push(atMost(name, times, atOnce, 'ms'));
    }
    return figures;
  } finally {
    await close();
  }
}
