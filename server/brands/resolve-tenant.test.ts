import { describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { isLocalHost } from '../../app/brands/tenant.ts';
import { resolveTenant } from './resolve-tenant.ts';

describe('tenant selection', () => {
  const everything = {
    attribute: 'duoworks',
    host: 'meeplehouse.localhost:3000',
    search: '?tenant=casecraft',
    cookie: 'souk-tenant=northblock',
  };

  it('the page attribute wins over everything', () => {
    expect(resolveTenant(everything)).toEqual({ id: 'duoworks', by: 'attribute', local: true });
    expect(resolveTenant({ ...everything, host: 'inkthread.example' }).id).toBe('duoworks');
  });

  it('on a local host the first label comes next, then the query, then the cookie', () => {
    const without = { ...everything, attribute: null };
    expect(resolveTenant(without)).toEqual({ id: 'meeplehouse', by: 'label', local: true });
    expect(resolveTenant({ ...without, host: 'localhost:3000' })).toMatchObject({
      id: 'casecraft',
      by: 'query',
    });
    expect(resolveTenant({ ...without, host: 'localhost', search: '' })).toMatchObject({
      id: 'northblock',
      by: 'cookie',
    });
    expect(resolveTenant({ host: 'localhost' })).toEqual({ id: 'inkthread', by: 'first', local: true });
  });

  it('a public host name wins over the query, and the cookie does not count there', () => {
    const clues = { search: '?tenant=duoworks', cookie: 'souk-tenant=duoworks' };
    const choice = { id: 'casecraft', by: 'host', local: false };
    expect(resolveTenant({ host: 'casecraft.example', ...clues })).toEqual(choice);
  });

  it('on an unknown host the query decides, and without one the first tenant', () => {
    expect(resolveTenant({ host: 'shop.test', search: 'tenant=duoworks' })).toMatchObject({
      id: 'duoworks',
      by: 'query',
    });
    expect(resolveTenant({ host: 'shop.test' }).by).toBe('first');
    const later = { host: 'shop.test', cookie: 'souk-tenant=duoworks' };
    expect(resolveTenant(later)).toMatchObject({ id: 'duoworks', by: 'cookie' });
    expect(resolveTenant({ ...later, search: '?tenant=casecraft' }).id).toBe('casecraft');
    expect(resolveTenant({}).id).toBe(presets[0].id);
  });

  it.each(presets.map((brand) => [brand.id, brand.domain] as const))(
    '%s is reached by its domain, its subdomains, its local label and its query',
    (id, domain) => {
      expect(resolveTenant({ host: domain }).id).toBe(id);
      expect(resolveTenant({ host: `www.${domain}:443` }).id).toBe(id);
      expect(resolveTenant({ host: `${id}.localhost:3000` }).id).toBe(id);
      expect(resolveTenant({ host: 'localhost:3000', search: `?tenant=${id}` }).id).toBe(id);
      expect(resolveTenant({ host: 'localhost', cookie: `a=b; souk-tenant=${id}; c=d` }).id).toBe(id);
    },
  );

  it('unknown names are skipped at every step', () => {
    expect(
      resolveTenant({
        attribute: 'nobody',
        host: 'nobody.localhost',
        search: '?tenant=nobody',
        cookie: 'souk-tenant=casecraft',
      }).id,
    ).toBe('casecraft');
    expect(resolveTenant({ attribute: '', host: '', search: '?tenant=', cookie: 'souk-tenant=' }).id).toBe(
      'inkthread',
    );
    expect(resolveTenant({ attribute: '__proto__', host: 'constructor.localhost' }).id).toBe('inkthread');
  });

  it('letter case, ports and a trailing dot make no difference', () => {
    expect(resolveTenant({ host: 'CaseCraft.Example.:8443' }).id).toBe('casecraft');
    expect(resolveTenant({ host: 'Duoworks.LOCALHOST.' }).id).toBe('duoworks');
    expect(resolveTenant({ host: 'localhost', search: '?tenant=DUOWORKS' }).id).toBe('duoworks');
  });

  it("a domain that only ends in a brand's letters is not that brand", () => {
    expect(resolveTenant({ host: 'evilcasecraft.example' }).by).toBe('first');
    expect(resolveTenant({ host: 'casecraft.example.evil.test' }).by).toBe('first');
  });

  it('local hosts are localhost, its subdomains, 127.0.0.1 and [::1]', () => {
    for (const host of [
      'localhost',
      'a.localhost:1',
      'a.b.localhost',
      '127.0.0.1:3000',
      '[::1]:3000',
      '[::1]',
    ])
      expect(isLocalHost(host), host).toBe(true);
    for (const host of ['localhost.evil.test', 'notlocalhost', '127.0.0.2', '10.0.0.1', '[::2]', '', '1'])
      expect(isLocalHost(host), host).toBe(false);
  });

  it('IP address hosts use the query and the cookie', () => {
    expect(resolveTenant({ host: '127.0.0.1:3000', search: '?tenant=northblock' }).id).toBe('northblock');
    expect(resolveTenant({ host: '[::1]:3000', cookie: 'souk-tenant=duoworks' }).id).toBe('duoworks');
  });
});
