import { createContext, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { StoreContext } from '../../app/lib/context.ts';
import { clientAt } from '../../tests/support/client.ts';
import { DataCache } from './data-cache.ts';
import { pageRenderer } from './render-page.ts';

const storeContext = createContext<StoreContext>();

/** A build of one page, whose document is its loader's text. */
function appOf(loader: (store: StoreContext) => Promise<string>) {
  const module = {
    default: () => null,
    loader: ({ context }: LoaderFunctionArgs) => loader(context.get(storeContext)),
  };
  const root: ServerBuild['routes'][string] = { id: 'root', path: 'page', module };
  const build: Partial<ServerBuild> = {
    entry: {
      module: {
        default: async (_request, status, _headers, context) =>
          new Response(String(context.staticHandlerContext.loaderData.root), { status }),
      },
    },
    routes: { root },
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

const client = () => clientAt('http://127.0.0.1:9', 'key');
const anonymous = client();
const previewing = client();

function rendererOf(loader: (store: StoreContext) => Promise<string>) {
  const app = appOf(loader);
  return pageRenderer({
    load: async () => app,
    mode: 'production',
    supabase: (preview) => (preview ? previewing : anonymous),
    backend: { url: '', publishableKey: 'key' },
    mail: null,
    sendMessage: async () => null,
    onlineOptionsOf: () => [],
    ownProvidersOf: () => [],
    sendsMail: true,
    dataCache: new DataCache(),
    brands: { upToDate: async () => {} },
  });
}

const pageRequest = {
  tenantId: 'inkthread',
  language: 'en',
  path: '/page',
  origin: 'http://inkthread.localhost',
} as const;

describe('rendering a page', () => {
  it('tags the page’s data with its store', async () => {
    const render = rendererOf(async (store) => {
      store.tag('product:p1');
      await store.cached('settings', ['settings'], async () => 1);
      return 'page';
    });
    const { status, tags } = await render(pageRequest);
    expect(status).toBe(200);
    expect([...tags].sort()).toEqual(['inkthread/product:p1', 'inkthread/settings']);
  });

  it.each([
    ['/admin/orders/scan', 'camera=(self)'],
    ['/stores/duoworks/admin/orders', 'camera=(self)'],
    ['/ar/stores/all/admin/orders', 'camera=(self)'],
    ['/page', undefined],
    ['/administrator', undefined],
  ])('lets only the office use the camera: %s', async (path, camera) => {
    const { headers } = await rendererOf(async () => 'page')({ ...pageRequest, path });
    expect(headers['permissions-policy']?.split(',')[0]).toBe(camera);
  });

  it('never uses data of one language in pages of another', async () => {
    const render = rendererOf((store) =>
      store.cached('names', ['listing'], async () => `in ${store.language}`),
    );
    const bodyOf = async (language: 'en' | 'ar', path: string) =>
      (await render({ ...pageRequest, language, path })).body.toString();
    expect(await bodyOf('en', '/page')).toBe('in en');
    expect(await bodyOf('ar', '/ar/page')).toBe('in ar');
    expect(await bodyOf('en', '/page')).toBe('in en');
  });

  it('reads a closed store with its preview’s rights, and keeps that data out of public pages', async () => {
    const read: string[] = [];
    const render = rendererOf((store) =>
      store.cached('goods', ['listing'], async () => {
        read.push(store.supabase === previewing ? 'preview' : 'anonymous');
        return `read ${read.length}`;
      }),
    );
    const bodyOf = async (shown: { closed?: boolean; preview?: string }) =>
      (await render({ ...pageRequest, ...shown })).body.toString();
    expect(await bodyOf({})).toBe('read 1');
    expect(await bodyOf({ closed: true })).toBe('read 2');
    expect(await bodyOf({ closed: true, preview: 'token' })).toBe('read 3');
    expect(await bodyOf({})).toBe('read 1');
    expect(read).toEqual(['anonymous', 'anonymous', 'preview']);
  });

  it('answers 503 for a page that lacks unreadable data, so that it is not cached', async () => {
    const render = rendererOf(async (store) => {
      const read = store.cached('settings', ['settings'], () => Promise.reject(new Error('no database')));
      await read.catch(() => {});
      return 'the frame alone';
    });
    const { status, body } = await render(pageRequest);
    expect([status, body.toString()]).toEqual([503, 'the frame alone']);
  });

  it('answers 503 with Retry-After if the backend did not answer', async () => {
    const render = rendererOf(async (store) => {
      store.unavailable();
      throw new Error('no answer');
    });
    const { status, headers } = await render(pageRequest);
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });
});
