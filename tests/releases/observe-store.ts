import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPool } from 'embedded-supabase/database';
import { findRunningPostgres } from 'embedded-supabase/postgres';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { presets } from '../../app/brands/presets.ts';
import { EMBEDDED } from '../../scripts/store-database.ts';
import { clientAt } from '../support/client.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { type Client, TENANT } from './shop.ts';

/** What a store shows of its rows and files, for comparison after an update. */
export interface Observed {
  /** By store and path: the store's own texts, and the amounts, on the page. */
  pages: Record<string, { status: number; shows: string[] }>;
  /** By file name: the numbers, dates and amounts on invoices and credit notes, in each language. */
  invoices: Record<string, string[]>;
  /** By bucket and name: the SHA-256 of each uploaded file. */
  files: Record<string, string>;
}

export interface Account {
  email: string;
  password: string;
}

/** Reads pages, invoices and files of a running store as visitors and staff do. */
export async function observeStore(store: StoreProcess, staff: Account): Promise<Observed> {
  const keys = JSON.parse(await readFile(join(store.dataDir, 'api-keys.json'), 'utf8'));
  const client = (key: string) => clientAt(`http://127.0.0.1:${store.port}`, key);
  const admin = client(keys.secretKey);
  const { data, error } = await client(keys.publishableKey).auth.signInWithPassword(staff);
  if (error) throw error;
  return {
    pages: await readPages(store, admin),
    invoices: await readInvoices(store, admin, data.session.access_token),
    files: await readFiles(store, admin),
  };
}

/** Requests a page at a store's own host. */
export async function ask(
  { port }: Pick<StoreProcess, 'port'>,
  path: string,
  { tenantId = TENANT, headers = {} }: { tenantId?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  const host = `${tenantId}.localhost:${port}`;
  const asked = request({ host: '127.0.0.1', port, path, agent: false, headers: { host, ...headers } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}

async function readPages(store: StoreProcess, admin: Client): Promise<Observed['pages']> {
  const texts = await ownTexts(admin);
  const { data: products } = await admin
    .from('products')
    .select('id')
    .match({ tenant_id: TENANT, is_active: true })
    .throwOnError();
  const { data: categories } = await admin
    .from('categories')
    .select('id')
    .eq('tenant_id', TENANT)
    .throwOnError();
  const paths = [
    ...['/', '/shop', '/categories', '/deals', '/faq', '/contact'],
    ...products.map(({ id }) => `/product/${id}`),
    ...categories.map(({ id }) => `/category/${id}`),
  ];
  const places = presets.flatMap(({ id }) =>
    (id === TENANT ? paths : ['/', '/faq']).map((path) => [id, path]),
  );
  const pages: Observed['pages'] = {};
  for (const [tenantId = '', path = ''] of places) {
    for (const address of [path, path === '/' ? '/ar' : `/ar${path}`]) {
      const { status, body } = await ask(store, address, { tenantId });
      const shown = textOf(body.toString());
      const amounts = shown.match(/\d[\d,.]*\s(?:EGP|ج\.م)/g) ?? [];
      const shows = texts.filter((text) => shown.includes(text));
      pages[`${tenantId} ${address}`] = { status, shows: [...shows, ...new Set(amounts)].sort() };
    }
  }
  return pages;
}

/** Texts that staff wrote about products, questions and the store itself, in both languages. */
async function ownTexts(admin: Client): Promise<string[]> {
  const rows = await Promise.all([
    admin.from('products').select('name, description, translations').throwOnError(),
    admin.from('categories').select('name, translations').throwOnError(),
    admin.from('faq_questions').select('question, answer, translations').throwOnError(),
    admin.from('reviews').select('title, body, staff_reply').throwOnError(),
    admin.from('discounts').select('code').throwOnError(),
    admin.from('settings').select('contact, store, legal, translations').throwOnError(),
  ]);
  const texts = rows.flatMap(({ data }) => textsIn(data));
  return [...new Set(texts.filter((text) => text.length > 3 && text.length < 200))];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The visible text of a page: without scripts, styles, tags and direction marks. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll('\u00a0', ' ');
}

async function readInvoices(
  store: StoreProcess,
  admin: Client,
  token: string,
): Promise<Observed['invoices']> {
  const { data: issued } = await admin.from('invoices').select('id, code').order('code').throwOnError();
  const invoices: Observed['invoices'] = {};
  for (const { id, code } of issued) {
    for (const language of ['en', 'ar']) {
      const headers = { authorization: `Bearer ${token}` };
      const { status, body } = await ask(store, `/invoices/${id}.pdf?language=${language}`, { headers });
      if (status !== 200) throw new Error(`The invoice ${code} was answered with ${status}: ${body}`);
      invoices[`${code} ${language}`] = await figuresOn(body);
    }
  }
  return invoices;
}

async function figuresOn(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const figures = new Set<string>();
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items)
      if ('str' in item) for (const figure of item.str.match(/\d[\d.,:/-]*/g) ?? []) figures.add(figure);
  }
  return [...figures].sort();
}

async function readFiles({ dataDir }: StoreProcess, admin: Client): Promise<Observed['files']> {
  const address = await findRunningPostgres(dataDir, EMBEDDED);
  if (!address) throw new Error(`No store runs on ${dataDir}`);
  const sql = openPool(address, 1);
  const stored = await sql<{ bucket: string; name: string }[]>`
    select bucket_id as bucket, name from storage.objects where version is not null order by 1, 2`;
  await sql.end();
  const files: Observed['files'] = {};
  for (const { bucket, name } of stored) {
    const { data, error } = await admin.storage.from(bucket).download(name);
    if (error) throw new Error(`${bucket}/${name}: ${error.message}`);
    const bytes = Buffer.from(await data.arrayBuffer());
    files[`${bucket}/${name}`] = createHash('sha256').update(bytes).digest('hex');
  }
  return files;
}
