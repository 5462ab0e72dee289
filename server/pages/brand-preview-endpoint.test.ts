import { signedUpAt } from 'embedded-supabase/testing';
import { pino } from 'pino';
import { createContext, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreContext } from '../../app/lib/context.ts';
import { startTestBackend, type TestBackend } from '../../tests/support/backend.ts';
import { backendClient } from '../backend/backend-clients.ts';
import { brandById, registerBrands } from '../brands/brand-registry.ts';
import type { Endpoints } from '../http/endpoints.ts';
import { syncTenants } from '../tenants.ts';
import { brandPreviewEndpoint } from './brand-preview-endpoint.ts';
import { DataCache } from './data-cache.ts';
import { pageRenderer, type RenderPage } from './render-page.ts';
import { type StoreDoors, storeDoors } from './store-doors.ts';

const storeContext = createContext<StoreContext>();

/** A build of one page in each language, which shows the brand and how many products its reader sees. */
function appOf(): { build: ServerBuild; storeContext: typeof storeContext } {
  const loader = async ({ context }: LoaderFunctionArgs) => {
    const { brand, supabase, tenantId, cached } = context.get(storeContext);
    const name = await cached('name', ['settings'], async () => brand.name);
    const { count } = await supabase
      .from('products')
      .select('id', { count: 'exact', head: true })
      .eq('tenant_id', tenantId);
    const { copy, pictures } = brand.design;
    return { name, title: copy.heroTitle, story: copy.storyTitle, picture: pictures?.hero, count };
  };
  const module = { default: () => null, loader };
  const build: Partial<ServerBuild> = {
    entry: {
      module: {
        default: async (_request, status, _headers, context) =>
          new Response(JSON.stringify(context.staticHandlerContext.loaderData.root), {
            status,
            headers: { 'content-type': 'text/html; charset=utf-8' },
          }),
      },
    },
    routes: { root: { id: 'root', path: 'shop', module } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    future: {} as ServerBuild['future'],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  return { build: build as ServerBuild, storeContext };
}

let backend: TestBackend;
let endpoint: Endpoints;
let render: RenderPage;
let doors: StoreDoors;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
  const admin = backend.client({ key: backend.secretKey });
  await syncTenants(admin, { storageGigabytes: 20, areOpen: true });
  for (const [who, tenant, role] of [
    ['owner', 'inkthread', 'admin'],
    ['stranger', 'casecraft', 'admin'],
    ['shopper', 'inkthread', 'user'],
  ] as const) {
    const { user, session } = await signedUpAt(backend);
    await backend.owner`insert into profiles (id, tenant_id, name) values (${user.id}, ${tenant}, ${who}) on conflict do nothing`;
    if (role === 'admin')
      await backend.owner`insert into user_roles (user_id, tenant_id, role) values (${user.id}, ${tenant}, ${role})`;
    tokens[who] = session.access_token;
  }
  const connection = { internalUrl: backend.url, publishableKey: backend.publishableKey, fetch };
  const app = appOf();
  render = pageRenderer({
    load: async () => app,
    mode: 'production',
    supabase: (preview) => backendClient(connection, backend.publishableKey, preview ? { preview } : {}),
    backend: { url: '', publishableKey: backend.publishableKey },
    mail: null,
    sendMessage: async () => null,
    onlineOptionsOf: () => [],
    ownProvidersOf: () => [],
    sendsMail: true,
    dataCache: new DataCache(),
    brands: { upToDate: async () => {} },
  });
  doors = storeDoors(admin);
  endpoint = brandPreviewEndpoint({
    backend: connection,
    admin,
    render,
    doors,
    log: pino({ enabled: false }),
  });
});
afterAll(async () => {
  registerBrands([]);
  await backend.close();
});

async function preview(who: string, change: object = {}) {
  const answer = await endpoint.request(
    '/brand-preview',
    {
      method: 'POST',
      headers: tokens[who] ? { authorization: `Bearer ${tokens[who]}` } : {},
      body: JSON.stringify({ store: 'inkthread', language: 'en', path: '/shop', draft: {}, ...change }),
    },
    { ip: '192.0.2.1', host: 'inkthread.localhost', pageOf: () => 'http://inkthread.localhost/' },
  );
  const body = await answer.json();
  return { status: answer.status, page: answer.status === 200 ? JSON.parse(body.html) : undefined };
}

const publicPage = async () => {
  const { body } = await render({
    tenantId: 'inkthread',
    language: 'en',
    path: '/shop',
    origin: 'http://inkthread.localhost',
  });
  return JSON.parse(body.toString());
};

describe('the store with a draft of its brand', () => {
  it('shows what is typed in place of what is saved, to its author alone', async () => {
    const before = await publicPage();
    const draft = {
      name: 'Delta Wear',
      hero_title: 'Made in the Delta',
      hero_picture: '/storage/v1/object/public/brand-media/inkthread/a.jpg',
    };
    const { page } = await preview('owner', { draft });
    expect(page).toMatchObject({
      name: 'Delta Wear',
      title: 'Made in the Delta',
      picture: draft.hero_picture,
    });
    expect(page.story).toBe(before.story);
    expect(await publicPage()).toEqual(before);
    expect(brandById('inkthread')?.name).toBe('Inkthread');
    expect((await preview('owner')).page.name).toBe('Inkthread');
  });

  it('says the facts that its words name', async () => {
    const { page } = await preview('owner', { draft: { hero_title: 'Free from {free_from}' } });
    expect(page.title).toBe('Free from 500 EGP');
  });

  it('is for staff who may change the brand of that store', async () => {
    expect((await preview('nobody')).status).toBe(401);
    expect((await preview('shopper')).status).toBe(403);
    expect((await preview('stranger')).status).toBe(403);
    expect((await preview('owner', { store: 'no-such-store' })).status).toBe(403);
  });

  it.each([
    ['a color by its name', { draft: { primary_color: 'red' } }],
    ['a color that closes the style sheet', { draft: { primary_color: '#000000}</style><script>' } }],
    ['a look that there is not', { draft: { look: 'baroque' } }],
    ['a slogan of a page', { draft: { slogans: 'x'.repeat(501) } }],
    ['a column that is not typed', { draft: { tenant_id: 'casecraft' } }],
    ['a page of another host', { path: '//elsewhere.example/' }],
    ['a language that there is not', { language: 'fr' }],
  ])('refuses %s with a clear answer', async (_what, change) => {
    expect((await preview('owner', change)).status).toBe(400);
  });

  it('shows a closed store with its goods', async () => {
    await backend.owner`insert into products (tenant_id, name, price, stock, is_active) values ('inkthread', 'Hoodie', 250, 5, true)`;
    await backend.owner`update settings set state = 'closed' where tenant_id = 'inkthread'`;
    // As the server does when the database announces the change.
    doors.invalidateTenant('inkthread');
    expect((await publicPage()).count).toBe(0);
    expect((await preview('owner')).page.count).toBe(1);
  });
});
