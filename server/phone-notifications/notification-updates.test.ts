import { expect, it } from 'vitest';
import { whatsAppUpdates } from './notification-updates.ts';

const webhook = (value: object) => ({ entry: [{ changes: [{ value }] }] });

it('reads STOP beside a message from somebody without a visible number', () => {
  const messages = [
    { from: '', from_user_id: 'EG.13491208655302741918', id: 'a', text: { body: 'hello' } },
    { from: '201000000001', id: 'b', text: { body: 'STOP' } },
  ];
  expect(whatsAppUpdates(webhook({ messages }))).toEqual([
    { of: 'opt-out', channel: 'whatsapp', recipient: '+201000000001', isOut: true },
  ]);
});

it('reads a notification’s status beside one of unknown form', () => {
  const statuses = [{ status: 7 }, { id: 'wamid.1', status: 'read' }];
  expect(whatsAppUpdates(webhook({ statuses }))).toMatchObject([{ reference: 'wamid.1', state: 'read' }]);
});
