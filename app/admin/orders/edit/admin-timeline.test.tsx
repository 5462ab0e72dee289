import { expect, it } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { AdminTimeline } from './admin-timeline.tsx';

type Message = Parameters<typeof AdminTimeline>[0]['order']['order_notifications'][number];

const nothing = {
  order_events: [],
  shipments: [],
  returns: [],
  refunds: [],
  order_edits: [],
  order_lines: [],
};
const message = (id: string, change: Partial<Message>): Message => ({
  id,
  kind: 'shipped',
  channel: 'email',
  state: 'sent',
  error: '',
  fallback_of: null,
  documents: [],
  created_at: '2026-11-27T12:00:00Z',
  ...change,
});
const linesOf = (...messages: Message[]) => {
  const html = renderInStore(
    <AdminTimeline order={{ ...nothing, order_notifications: messages }} names={{}} />,
    inkthread,
  );
  return [...html.matchAll(/whitespace-pre-line"><bdi>([^<]+)</g)].map(([, note]) => note);
};

it('an order’s history names the invoices that an email carried', () => {
  expect(linesOf(message('m', { documents: ['INV-2026-000001', 'CRN-2026-000001'] }))).toEqual([
    'Message by Email: parcel on its way (sent)\nWith INV-2026-000001 and CRN-2026-000001.',
  ]);
});

it('an order’s history says why a notification failed, and what was sent instead', () => {
  const failed = { state: 'failed' } as const;
  const whatsApp = message('w', { ...failed, channel: 'whatsapp', error: '131026' });
  const sms = message('s', { ...failed, channel: 'sms', error: 'not_set_up', fallback_of: 'w' });
  const mail = message('m', { state: 'waiting', fallback_of: 's' });
  expect(linesOf(whatsApp, sms, mail)).toEqual([
    'Message by WhatsApp: parcel on its way (not sent)\nThe provider says: 131026.',
    'Message by SMS: parcel on its way (not sent)\nThis way is not set up on the server.\nIn place of the message by WhatsApp, which did not arrive.',
    'Message by Email: parcel on its way (waits to be sent)\nIn place of the message by SMS, which did not arrive.',
  ]);
});
