import { expect, it } from 'vitest';
import { isWrite } from './seen-as.ts';

const url = (path: string) => `http://store.test${path}`;

it.each([
  ['/rest/v1/orders?select=id', { method: 'GET' }],
  ['/rest/v1/rpc/list_staff', { method: 'POST', body: '{"p_tenant_id":"inkthread"}' }],
  ['/storage/v1/object/list/designs', { method: 'POST', body: '{}' }],
  ['/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: '{}' }],
])('reading, and keeping the session, is no write: %s', (path, request) => {
  expect(isWrite(url(path), request)).toBe(false);
});

it.each([
  ['/rest/v1/products?id=eq.1', { method: 'PATCH', body: '{}' }],
  ['/rest/v1/saved_views', { method: 'POST', body: '{}' }],
  ['/rest/v1/rpc/cancel_order', { method: 'POST', body: '{"p_request_id":"1"}' }],
  ['/rest/v1/rpc/grant_staff_role', { method: 'POST', body: '{}' }],
  ['/storage/v1/object/products/a.png', { method: 'POST' }],
])('what changes rows or files is one: %s', (path, request) => {
  expect(isWrite(url(path), request)).toBe(true);
});
