import { describe, expect, it } from 'vitest';
import { landingOf } from './landing-page.ts';
import { roleAllows, roleOf, type SessionUser, sameSitePath, signInPath } from './model.ts';
import { userSeenAs } from './user-seen-as.ts';

describe('roles', () => {
  it('a demanded role admits every role of at least its rank', () => {
    expect(roleAllows('super_admin', 'admin')).toBe(true);
    expect(roleAllows('admin', 'admin')).toBe(true);
    expect(roleAllows('user', 'admin')).toBe(false);
    expect(roleAllows('user', 'user')).toBe(true);
  });

  it('a list of roles admits exactly those', () => {
    expect(roleAllows('super_admin', ['admin'])).toBe(false);
    expect(roleAllows('admin', ['user', 'admin'])).toBe(true);
  });

  it('an unknown role counts as user', () => {
    expect([null, undefined, '', 'owner', 3].map(roleOf)).toEqual(['user', 'user', 'user', 'user', 'user']);
    expect(roleOf('super_admin')).toBe('super_admin');
  });

  it('each role lands on its own page, and everybody who works here in the back office', () => {
    const capabilities = ['orders.see'];
    expect(landingOf({ role: 'super_admin', capabilities, workplaces: [] })).toBe('/admin/dashboard');
    expect(landingOf({ role: 'admin', capabilities, workplaces: [] })).toBe('/admin');
    expect(landingOf({ role: 'user', capabilities, workplaces: [] })).toBe('/admin');
    expect(landingOf({ role: 'user', capabilities: [], workplaces: [] })).toBe('/');
    const workplaces = [{ tenantId: 'duoworks', capabilities }];
    expect(landingOf({ role: 'user', capabilities: [], workplaces })).toBe('/stores/duoworks/admin');
    expect(landingOf(null)).toBe('/');
  });
});

describe('the path after signing in', () => {
  it('keeps path, query and fragment of this site', () => {
    expect(sameSitePath('/account/orders/1?print=1#top')).toBe('/account/orders/1?print=1#top');
    expect(signInPath('/checkout?slot=2')).toBe('/signin?next=%2Fcheckout%3Fslot%3D2');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '',
    'account',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%0d//x\r',
    '/..//evil.example',
    '/.//evil.example',
    ' /account',
    null,
    undefined,
  ])('ignores anything that may lead elsewhere: %j', (candidate) => {
    expect(sameSitePath(candidate)).toBeUndefined();
  });
});

it('somebody who sees the office as a role may what they and the role may', () => {
  const user: SessionUser = {
    id: '1',
    name: 'Amal',
    email: '',
    avatar: '',
    role: 'super_admin',
    officeLanguage: 'en',
    capabilities: ['orders.see', 'money.refund'],
    workplaces: [
      { tenantId: 'inkthread', capabilities: ['orders.see', 'money.refund'] },
      { tenantId: 'casecraft', capabilities: ['money.refund'] },
    ],
  };
  const seen = userSeenAs({ role: 'Packer', capabilities: ['orders.see', 'orders.pack'] }, user);
  expect(seen).toMatchObject({
    role: 'user',
    capabilities: ['orders.see'],
    workplaces: [{ tenantId: 'inkthread', capabilities: ['orders.see'] }],
  });
  expect(seen.workplaces).toHaveLength(1);
  expect(userSeenAs(null, user)).toBe(user);
});
