import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Brand } from '../app/brands/brand.ts';
import { defaultLegalTexts, defaultQuestions } from '../app/store/default-content.ts';
import { arabicLegalTexts, arabicQuestions } from '../app/store/default-content-arabic.ts';
import { startTestBackend, type TestBackend } from '../tests/support/backend.ts';
import { clientAt } from '../tests/support/client.ts';

const added = { id: 'saltpan', name: 'Saltpan', domain: 'saltpan.example' };

/** The modules that read the presets, reloaded with one more of them. */
async function withAddedBrand() {
  vi.resetModules();
  vi.doMock('../app/brands/presets.ts', async (original) => {
    const { presets } = await original<typeof import('../app/brands/presets.ts')>();
    const another: Brand = {
      ...presets[0],
      ...added,
      contactEmail: 'hello@saltpan.example',
      shipping: { freeShippingThreshold: 250, defaultShippingFee: 20, expressShippingFee: 40 },
    };
    return { presets: [...presets, another] };
  });
  const { presets } = await import('../app/brands/presets.ts');
  const { resolveTenant } = await import('./brands/resolve-tenant.ts');
  const { originReader } = await import('./http/origin.ts');
  const { syncTenants } = await import('./tenants.ts');
  return { presets, resolveTenant, originReader, syncTenants };
}

const { presets, resolveTenant, originReader, syncTenants } = await withAddedBrand();
// Files that run after this one know the list without it.
afterAll(() => {
  vi.doUnmock('../app/brands/presets.ts');
  vi.resetModules();
});

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend?.close());

describe('an added preset', () => {
  it.each([
    [{ host: 'saltpan.localhost:3000' }, 'label'],
    [{ host: 'localhost:3000', search: '?tenant=saltpan' }, 'query'],
    [{ host: 'www.saltpan.example' }, 'host'],
    [{ host: '192.0.2.1', cookie: 'souk-tenant=saltpan' }, 'cookie'],
  ])('is the tenant at %j', (clues, by) => {
    expect(resolveTenant(clues)).toMatchObject({ id: 'saltpan', by });
  });

  it('has its own URLs', () => {
    const { originOf } = originReader({ trustedProxies: '' });
    const request = { headers: { host: 'elsewhere.example' }, socket: {} };
    expect(originOf(request as never, 'saltpan')).toBe('https://saltpan.example');
  });

  it('becomes a store at the next start, with its own settings, texts and answers; staff’s changes stay', async () => {
    const admin = clientAt(backend.url, backend.secretKey);
    const read = async () => {
      const columns = 'shipping, contact, legal, translations, tenants(name, position)';
      const { data, error } = await admin
        .from('settings')
        .select(columns)
        .eq('tenant_id', 'saltpan')
        .single();
      if (error) throw error;
      const questions = admin
        .from('faq_questions')
        .select('question, answer, translations')
        .eq('tenant_id', 'saltpan');
      return { ...data, faq: (await questions.order('position')).data };
    };
    await syncTenants(admin, { storageGigabytes: 20, areOpen: true });
    const brand = presets.find(({ id }) => id === 'saltpan');
    if (!brand) throw new Error('The preset is not in the list');
    expect(await read()).toMatchObject({
      shipping: { freeShippingThreshold: 250 },
      contact: { contactEmail: 'hello@saltpan.example' },
      legal: defaultLegalTexts(brand),
      translations: { ar: { legal: arabicLegalTexts(brand) } },
      faq: defaultQuestions(brand).map((question, position) => ({
        ...question,
        translations: { ar: arabicQuestions(brand)[position] },
      })),
      tenants: { name: 'Saltpan', position: presets.indexOf(brand) },
    });
    await admin.from('faq_questions').delete().eq('tenant_id', 'saltpan');
    await syncTenants(admin, { storageGigabytes: 20, areOpen: true });
    expect((await read()).faq).toEqual([]);
  });

  it('starts closed unless it belongs to the demo; existing stores stay as they are', async () => {
    const admin = clientAt(backend.url, backend.secretKey);
    const states = async () => {
      const stores = await admin.from('settings').select('tenant_id, state').throwOnError();
      return new Map(stores.data.map(({ tenant_id, state }) => [tenant_id, state]));
    };
    for (const [areOpen, state] of [
      [false, 'closed'],
      [true, 'open'],
    ] as const) {
      await admin.from('settings').delete().eq('tenant_id', 'saltpan').throwOnError();
      await syncTenants(admin, { storageGigabytes: 20, areOpen });
      expect([areOpen, (await states()).get('saltpan'), (await states()).get('inkthread')]).toEqual([
        areOpen,
        state,
        'open',
      ]);
    }
  });
});
