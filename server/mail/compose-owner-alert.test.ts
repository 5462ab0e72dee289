import { describe, expect, test } from 'vitest';
import { inkthread } from '../../app/brands/inkthread.ts';
import type { OwnerAlertItem } from '../../app/lib/json-columns.ts';
import { composeOwnerAlert } from './compose-owner-alert.ts';

const logUrl = 'https://ink.example/admin/dashboard?tab=changes';
const act = (more: Partial<OwnerAlertItem>): OwnerAlertItem => ({
  kind: 'rights',
  entity: 'staff_grants',
  action: 'insert',
  label: 'Omar: Packer',
  before: null,
  after: { role_id: 'r1', starts_on: '2026-03-01', ends_on: null },
  tenant_ids: ['inkthread'],
  at: '2026-03-01T10:00:00Z',
  ...more,
});
const mailOf = (items: OwnerAlertItem[], language: 'en' | 'ar' = 'en') =>
  composeOwnerAlert(
    { email: 'mona@example.com', actor: 'Salma', items, storeName: (id) => `Store ${id}` },
    { ...inkthread, defaultLanguage: language },
    { id: '1', logUrl },
  );
const account = act({
  kind: 'payment',
  entity: 'settings',
  action: 'update',
  label: 'InkThread',
  before: { payment: { bankDetails: 'EG11', vatRate: 14 } },
  after: { payment: { bankDetails: 'EG22 <b>', vatRate: 14 } },
});

describe('the mail to an owner', () => {
  test('says who did what, where and when, with what it was and is, and leads to the log', () => {
    const { to, subject, text, html } = mailOf([account]);
    expect(to).toBe('mona@example.com');
    expect(subject).toMatch(/: ways to pay were changed$/);
    expect(text).toContain('Salma did this in the back office:');
    expect(text).toContain('Bank details: EG11 → EG22 <b>');
    expect(text).toContain('Store inkthread · ');
    expect(text).toContain(logUrl);
    expect(text).not.toContain('VAT');
    expect(html).toContain('EG22 &lt;b&gt;');
  });

  test('names each act of several, without ids', () => {
    const { subject, text } = mailOf([
      account,
      act({}),
      act({
        entity: 'user_roles',
        action: 'update',
        label: 'Omar',
        before: { role: 'user' },
        after: { role: 'admin' },
      }),
      act({
        entity: 'staff_invitations',
        action: 'update',
        label: 'o@example.com',
        after: { state: 'accepted' },
      }),
      act({ kind: 'security', entity: 'mfa_factors', action: 'delete', label: 'Omar', after: null }),
      act({ kind: 'export', entity: 'exports', label: 'Hoda', after: { list: 'person' } }),
      act({ kind: 'export', entity: 'exports', label: 'customers', after: { list: 'customers' } }),
    ]);
    expect(subject).toMatch(/: rights, ways to pay or files$/);
    for (const line of [
      'Role given to Omar: Packer',
      'Role: user → admin',
      'Invitation accepted: o@example.com',
      'Second step removed: Omar',
      'Everything about a customer exported: Hoda',
      'List exported: customers',
    ])
      expect(text).toContain(line);
    expect(text).not.toContain('r1');
  });

  test('counts what a flood has more, and speaks Arabic', () => {
    const { subject, text } = mailOf(
      Array.from({ length: 23 }, () => act({})),
      'ar',
    );
    expect(subject).toMatch(/تغيّرت الصلاحيات$/);
    expect(text).toMatch(/[3٣] إجراءات أخرى/);
  });
});
