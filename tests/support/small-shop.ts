import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { clientAt } from './client.ts';
import { copyClosedStore } from './closed-store.ts';
import { until } from './processes.ts';
import { startStoreProcess } from './store-process.ts';

export const HOST = 'casecraft.example';
export const OTHER = 'northblock.example';

export interface Asked {
  /** By default the store's own host. */
  host?: string;
  method?: string;
  headers?: Record<string, string>;
}

export type SmallShop = Awaited<ReturnType<typeof openSmallShop>>;

/** A real store with minimal data: a product in a category at `HOST`, and one at `OTHER`. */
export async function openSmallShop() {
  const folder = await mkdtemp(join(tmpdir(), 'souk-served-'));
  await chmod(folder, 0o755);
  await copyClosedStore(join(folder, 'data'));
  const store = await startStoreProcess(join(folder, 'data'), { SOUK_SEED: 'none' });
  const keys = JSON.parse(await readFile(join(folder, 'data/api-keys.json'), 'utf8'));
  const admin = clientAt(`http://127.0.0.1:${store.port}`, keys.secretKey);

  /** Adds a product. @returns its id. */
  async function add(tenantId: string, name: string, categoryId: string | null = null): Promise<string> {
    const values = {
      tenant_id: tenantId,
      category_id: categoryId,
      name,
      description: `${name} that lasts.`,
      price: 250,
      stock: 7,
      images: ['/a.webp', 'https://pictures.example/b.webp'],
    };
    const { data } = await admin.from('products').insert(values).select('id').single().throwOnError();
    return data.id;
  }

  /** Sends a raw request: the body is what came over the wire. */
  async function ask(path: string, { host = HOST, method = 'GET', headers = {} }: Asked = {}) {
    const asked = request({
      port: store.port,
      host: '127.0.0.1',
      path,
      method,
      agent: false,
      headers: { host, ...headers },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const bytes = await buffer(answer);
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
  }

  const { data: category } = await admin
    .from('categories')
    .insert({ tenant_id: 'casecraft', name: 'Lanterns' })
    .select('id')
    .single()
    .throwOnError();
  const product = await add('casecraft', 'Lantern </script> case', category.id);
  const foreign = await add('northblock', 'Foreign brick');
  const shows = async (name: string, host: string) => (await ask('/', { host })).text.includes(name);
  await until(
    'pages show what was added',
    async () => (await shows('Lantern &lt;/script&gt; case', HOST)) && shows('Foreign brick', OTHER),
  );
  return {
    url: `http://127.0.0.1:${store.port}`,
    publishableKey: keys.publishableKey as string,
    admin,
    add,
    ask,
    product,
    foreign,
    category: category.id,
    /** Shuts it down cleanly. @throws Error if it does not exit cleanly */
    async close() {
      const code = await store.stop();
      await rm(folder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The store ended with ${code}:\n${store.output()}`);
    },
  };
}
