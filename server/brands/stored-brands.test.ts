import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { rowOfBrand } from '../../app/store/brand-row.ts';
import { startTestBackend, type TestBackend } from '../../tests/support/backend.ts';
import { originReader } from '../http/origin.ts';
import { syncTenants } from '../tenants.ts';
import {
  allBrands,
  allDomains,
  brandById,
  isGone,
  letterheadOf,
  presentBrands,
  registerBrands,
} from './brand-registry.ts';
import { isStoreHost, resolveTenant } from './resolve-tenant.ts';
import { type StoredBrands, storedBrands } from './stored-brands.ts';

const [inkthread] = presets;
let backend: TestBackend;
let brands: StoredBrands;
const admin = () => backend.client({ key: backend.secretKey });

beforeAll(async () => {
  backend = await startTestBackend();
  await syncTenants(admin(), { storageGigabytes: 20, areOpen: true });
  brands = await storedBrands(admin(), { log: { warn: () => {} } });
});
afterAll(async () => {
  // Files that run after this one know the presets.
  registerBrands([]);
  await backend.close();
});

/** Reads the brands after a change, as the server does when the database has announced it. */
async function afterChange(): Promise<void> {
  brands.invalidate(new Set(['any/settings']));
  await brands.upToDate();
}

describe('the brands of a new installation', () => {
  it('are exactly the presets, in their order', () => {
    expect(allBrands()).toEqual(presets);
    expect(allDomains()).toEqual(presets.map(({ domain }) => domain));
  });
});

describe("a store's brand", () => {
  it('is what its row says, as soon as a change is announced, and stays so at the next start', async () => {
    await backend.owner`update brands set name = 'Delta Wear', primary_color = '#006655' where tenant_id = 'inkthread'`;
    expect(brandById('inkthread')?.name).toBe(inkthread.name);
    await afterChange();
    expect(brandById('inkthread')).toMatchObject({ name: 'Delta Wear', primaryColor: '#006655' });
    await syncTenants(admin(), { storageGigabytes: 20, areOpen: true });
    await afterChange();
    expect(brandById('inkthread')?.name).toBe('Delta Wear');
    const [store] = await backend.owner`select name from tenants where id = 'inkthread'`;
    expect(store).toEqual({ name: 'Delta Wear' });
  });

  it('signs its mails as its row and its settings say, in each language', async () => {
    await backend.owner`
      update brands set mail_sender = 'orders@delta.example', mail_reply_to = 'help@delta.example', mail_signature = 'The team',
        translations = translations || '{"ar": {"mail_signature": "الفريق"}}' where tenant_id = 'casecraft'`;
    await backend.owner`
      update settings set contact = contact || '{"contactEmail": "desk@delta.example"}',
        invoicing = '{"legalName": "Delta LLC", "legalAddress": "Cairo", "taxNumber": "123"}',
        translations = '{"ar": {"invoicing": {"legalName": "دلتا"}}}' where tenant_id = 'casecraft'`;
    await afterChange();
    const casecraft = presets.find(({ id }) => id === 'casecraft') ?? inkthread;
    expect(letterheadOf(casecraft)).toMatchObject({
      sender: 'orders@delta.example',
      replyTo: 'help@delta.example',
      signature: { en: 'The team', ar: 'الفريق' },
      seller: {
        ...{ name: 'Delta LLC', address: 'Cairo', tax_number: '123', email: 'desk@delta.example' },
        translations: { ar: { name: 'دلتا' } },
      },
    });
  });

  it('stays as it was while the database cannot be read', async () => {
    const known = brandById('inkthread');
    const broken = backend.client({ key: 'wrong' });
    await expect(storedBrands(broken, { log: { warn: () => {} } })).rejects.toThrow();
    expect(brandById('inkthread')).toBe(known);
  });

  it('is the same object until something changes, so that what is made of it is not made again', async () => {
    const known = brandById('casecraft');
    await afterChange();
    expect(brandById('casecraft')).toBe(known);
  });
});

describe("a brand's words", () => {
  it('say the facts that they name, in each language, and follow the settings and the zones', async () => {
    await backend.owner`update settings set shipping = shipping || '{"freeShippingThreshold": 1500}' where tenant_id = 'northblock'`;
    await backend.owner`
      update brands set contact_text = 'Free from {free_from}.', slogans = E'Cut wide\nExpress {express_fee}',
        translations = jsonb_set(translations, '{ar,contact_text}', '"مجانًا من {free_from}."')
      where tenant_id = 'northblock'`;
    await afterChange();
    const words = () => {
      const brand = brandById('northblock');
      return [brand?.design.copy.contactText, brand?.translations?.ar?.copy.contactText];
    };
    expect(words()).toEqual(['Free from 1,500 EGP.', 'مجانًا من 1,500 ج.م.']);
    expect(brandById('northblock')?.design.copy.slogans).toEqual(['Cut wide', 'Express 45 EGP']);
    await backend.owner`update settings set shipping = shipping || '{"freeShippingThreshold": 2000}' where tenant_id = 'northblock'`;
    brands.invalidate(new Set(['northblock/zones']));
    await brands.upToDate();
    expect(words()[0]).toBe('Free from 2,000 EGP.');
  });
});

describe('a sixth store', () => {
  it('has its brand, its places and its links from rows alone', async () => {
    const row = { ...rowOfBrand(inkthread), tenant_id: 'saltpan', name: 'Saltpan', translations: {} };
    await backend.owner`insert into tenants (id, name, position) values ('saltpan', 'Saltpan', 9)`;
    await admin().from('brands').insert(row).throwOnError();
    await afterChange();
    expect(allBrands().at(-1)).toMatchObject({ id: 'saltpan', name: 'Saltpan', domain: 'saltpan.localhost' });
    await backend.owner`insert into store_domains (tenant_id, domain) values ('saltpan', 'saltpan.example')`;
    await backend.owner`insert into store_domains (tenant_id, domain, is_main) values ('saltpan', 'salt.example', true)`;
    await afterChange();
    expect(resolveTenant({ host: 'saltpan.localhost:3000' })).toMatchObject({ id: 'saltpan', by: 'label' });
    expect(resolveTenant({ host: 'localhost', search: '?tenant=saltpan' })).toMatchObject({ id: 'saltpan' });
    for (const host of ['saltpan.example', 'www.salt.example:443'])
      expect(resolveTenant({ host })).toMatchObject({ id: 'saltpan', by: 'host' });
    const { canonicalOriginOf } = originReader({ trustedProxies: '' });
    const request = { headers: { host: 'saltpan.example' }, socket: {} };
    expect(canonicalOriginOf(request as never, 'saltpan')).toBe('http://salt.example');
  });
});

describe('domains', () => {
  it('lead to the store of the nearest one, and nowhere once they are removed', async () => {
    await backend.owner`insert into store_domains (tenant_id, domain) values ('duoworks', 'cases.casecraft.example')`;
    await afterChange();
    expect(resolveTenant({ host: 'cases.casecraft.example' }).id).toBe('duoworks');
    expect(resolveTenant({ host: 'www.casecraft.example' }).id).toBe('casecraft');
    await backend.owner`delete from store_domains where domain = 'casecraft.example'`;
    await syncTenants(admin(), { storageGigabytes: 20, areOpen: true });
    await afterChange();
    expect(isStoreHost('casecraft.example')).toBe(false);
    expect(isStoreHost('cases.casecraft.example')).toBe(true);
  });
});

describe('unknown hosts', () => {
  const setStates = (...states: string[]) =>
    Promise.all(
      presets.map(({ id }, place) =>
        backend.owner.unsafe(
          `update settings set state = '${states[place] ?? 'closed'}',
            reopens_on = ${states[place] === 'resting' ? 'current_date + 9' : 'null'} where tenant_id = '${id}'`,
        ),
      ),
    );

  it.each([
    [['closed', 'resting', 'open', 'open'], 'casecraft'],
    [['closed', 'resting'], 'meeplehouse'],
    [['gone', 'closed'], 'meeplehouse'],
    [['gone', 'gone', 'gone', 'gone', 'gone'], 'inkthread'],
  ])('lead to the first open store, or else the first that is left: %s', async (states, first) => {
    await backend.owner`delete from brands where tenant_id = 'saltpan'`;
    await backend.owner`delete from tenants where id = 'saltpan'`;
    await setStates(...states);
    await afterChange();
    expect(resolveTenant({ host: 'shop.test' })).toMatchObject({ id: first, by: 'first' });
    expect(isGone('inkthread')).toBe(states[0] === 'gone');
    expect(presentBrands().map(({ id }) => id)).not.toContain(states[0] === 'gone' ? 'inkthread' : 'nobody');
  });
});

describe('a removed preset', () => {
  it('does not come back at the next start', async () => {
    await backend.owner`update settings set state = 'closed' where tenant_id = 'duoworks'`;
    await admin().rpc('remove_store', { p_tenant_id: 'duoworks', p_name: 'Duoworks' }).throwOnError();
    await syncTenants(admin(), { storageGigabytes: 20, areOpen: true });
    await afterChange();
    expect(isGone('duoworks')).toBe(true);
    const questions = await admin().from('faq_questions').select('id').eq('tenant_id', 'duoworks');
    expect(questions.data).toEqual([]);
  });
});
