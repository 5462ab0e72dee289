import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Enums, Json } from '../../app/lib/database.types.ts';
import { readEnvironment } from '../../server/environment.ts';
import type { Endpoints } from '../../server/http/endpoints.ts';
import { runDueJobs } from '../../server/jobs/jobs.ts';
import { orderMailQueue } from '../../server/mail/order-mail-queue.ts';
import { notificationCallbacks } from '../../server/phone-notifications/notification-callbacks.ts';
import { phoneHandler, unsentHandler } from '../../server/phone-notifications/phone-queue.ts';
import type { PhoneChannel } from '../../server/phone-notifications/phone-sender.ts';
import { phoneSenders } from '../../server/phone-notifications/phone-senders.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { clientAt } from '../support/client.ts';
import { signUpIn } from '../support/customer.ts';
import { keptLog } from '../support/kept-log.ts';
import { type SentSms, startStubTwilio, type TwilioStub } from '../support/stub-twilio.ts';
import { type SentTemplate, startStubWhatsApp, type WhatsAppStub } from '../support/stub-whatsapp.ts';
import { freshTenant, makeStore, orderOf, type Store, setStock } from './store.ts';

type PlacedOrder = { id: string; number: string };

const origin = 'https://stores.example';
const phone = '+201012345678';

let backend: TestBackend;
let twilio: TwilioStub;
let whatsApp: WhatsAppStub;
let store: Store;
let shopper: SupabaseClient<Database>;
let staff: SupabaseClient<Database>;
let callbacks: Endpoints;
const { log, logged, clearLog } = keptLog();

const environment = () =>
  readEnvironment({
    SOUK_ORIGIN: origin,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: twilio.url,
    WHATSAPP_PHONE_NUMBER_ID: whatsApp.phoneNumberId,
    WHATSAPP_ACCESS_TOKEN: whatsApp.accessToken,
    WHATSAPP_APP_SECRET: whatsApp.appSecret,
    WHATSAPP_VERIFY_TOKEN: whatsApp.verifyToken,
    WHATSAPP_API_URL: whatsApp.url,
  });
const client = () => clientAt(backend.url, backend.secretKey);

beforeAll(async () => {
  [backend, twilio, whatsApp] = await Promise.all([
    startTestBackend({ auth: { mailerAutoconfirm: true } }),
    startStubTwilio(),
    startStubWhatsApp(),
  ]);
  store = await makeStore(backend, 'duoworks');
  await setStock(backend, store.hoodieId, 500);
  [shopper, staff] = [await person('user'), await person('admin')];
  callbacks = notificationCallbacks({
    admin: client(),
    environment: environment(),
    channels: ['whatsapp', 'sms'],
    log,
  });
});
afterAll(async () => {
  await Promise.all([backend.close(), twilio.close(), whatsApp.close()]);
});
beforeEach(async () => {
  await backend.owner`truncate orders cascade`;
  await backend.owner`delete from private.jobs`;
  await backend.owner`delete from notification_opt_outs`;
  twilio.sent.length = 0;
  twilio.next.length = 0;
  whatsApp.sent.length = 0;
  whatsApp.next.length = 0;
  clearLog();
  await setChannels(['whatsapp', 'sms'], ['shipped']);
});

/** A person with an account in the store. */
const person = async (role: 'user' | 'admin') => (await signUpIn(backend, store.tenantId, role)).client;

async function place(): Promise<PlacedOrder> {
  const { data, error } = await shopper.rpc('place_order', {
    p_order: orderOf(store) as { [key: string]: Json },
  });
  if (error) throw new Error(error.message);
  return data as PlacedOrder;
}

async function move(orderId: string, ...statuses: Enums<'order_status'>[]) {
  for (const p_status of statuses) {
    const { error } = await staff.rpc('change_order_status', { p_order_id: orderId, p_status });
    expect(error).toBeNull();
  }
}

/** Sets which channels the store uses, and for which events. */
async function setChannels(channels: PhoneChannel[], kinds: string[]) {
  await backend.owner`
    insert into staff_settings (tenant_id, notification_channels, notification_kinds, unpaid_orders_limit, unpaid_pieces_limit)
    values (${store.tenantId}, ${channels}, ${kinds}, null, null)
    on conflict (tenant_id) do update
    set notification_channels = excluded.notification_channels, notification_kinds = excluded.notification_kinds`;
}

const allDue = () => backend.owner`update private.jobs set run_at = now()`;

/** A shipped order, so that its messages are due. */
async function shipped(): Promise<PlacedOrder> {
  const order = await place();
  await move(order.id, 'confirmed', 'in_production', 'shipped');
  await allDue();
  return order;
}

const send = (channel: PhoneChannel, timeout?: number) => {
  const sender = phoneSenders(environment(), timeout).find((one) => one.channel === channel);
  if (!sender) throw new Error(`There is no sender for ${channel}`);
  const handlers = { [`send_${channel}`]: phoneHandler(sender, { admin: client(), origin, log }) };
  return runDueJobs({ admin: client(), handlers, log, concurrency: 1 });
};
/** Runs due jobs as a server without a phone provider. */
const runWithoutProvider = () => {
  const handlers = { send_whatsapp: unsentHandler(client()), send_sms: unsentHandler(client()) };
  return runDueJobs({ admin: client(), handlers, log });
};
/** The states of the messages about the shipment, by channel. */
async function states(orderId: string): Promise<Record<string, string>> {
  const rows = await backend.owner<{ channel: string; state: string }[]>`
    select channel::text, state from order_notifications where order_id = ${orderId} and kind = 'shipped'`;
  return Object.fromEntries(rows.map(({ channel, state }) => [channel, state]));
}
const staffRemarks = async (orderId: string) =>
  (
    await backend.owner<{ remark: unknown }[]>`
      select remark from order_events where order_id = ${orderId} and is_internal order by created_at`
  ).map(({ remark }) => remark);
const deliver = async (path: string, body: string, headers: Record<string, string>) => {
  const response = await callbacks.request(path, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
};
const tellWhatsApp = ({ body, signature }: { body: string; signature: string }) =>
  deliver('/messages/whatsapp', body, { 'x-hub-signature-256': signature });
const tellTwilio = (address: string, parameters: Record<string, string>) => {
  const { body, signature } = twilio.callback(address, parameters);
  return deliver(address.slice(origin.length), body, {
    'x-twilio-signature': signature,
    'content-type': 'application/x-www-form-urlencoded',
  });
};
const only = <Sent>([first, ...others]: Sent[]): Sent => {
  expect(others).toEqual([]);
  if (!first) throw new Error('Nothing was sent');
  return first;
};
const sms = (): SentSms => only(twilio.sent);
const template = (): SentTemplate => only(whatsApp.sent);

test('an event that the store has selected goes to the phone as an approved template, and its mail as well', async () => {
  const order = await shipped();
  expect(await send('whatsapp')).toBe(1);
  expect(template()).toMatchObject({
    to: '201012345678',
    template: { name: 'order_shipped', language: { code: 'en' } },
  });
  expect(template().template.components[0]?.parameters.map(({ text }) => text)).toEqual([
    'Duoworks',
    order.number,
    expect.stringContaining(`/account/orders/${order.number}`),
  ]);
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'sent' });
  const placed = await backend.owner`select channel::text from order_notifications where kind = 'placed'`;
  expect([...placed]).toEqual([{ channel: 'email' }]);
});

test('statuses arriving twice and out of order never move a message back', async () => {
  const order = await shipped();
  await send('whatsapp');
  expect(await tellWhatsApp(whatsApp.statuses(template(), 'read'))).toMatchObject({ status: 200 });
  for (const late of ['delivered', 'sent', 'read', 'failed']) {
    expect(await tellWhatsApp(whatsApp.statuses(template(), late))).toMatchObject({ status: 200 });
    expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'read' });
  }
});

test('a status that arrives before the provider’s response was booked is kept', async () => {
  const order = await shipped();
  const taken = await client()
    .rpc('take_jobs', { p_kinds: ['send_whatsapp'] })
    .throwOnError();
  const [message] = await orderMailQueue.read(
    client(),
    taken.data.map((job) => job.id),
  );
  const early = { id: 'wamid.early', biz_opaque_callback_data: message?.id ?? '', to: '201012345678' };
  await shippedTemplate(early);
  await client().rpc('order_notification_done', {
    p_message_id: message?.id ?? '',
    p_sent: true,
    p_reference: 'wamid.early',
  });
  expect(await states(order.id)).toMatchObject({ whatsapp: 'delivered' });
});

/** A status of a message that the stub never accepted. */
const shippedTemplate = (message: { id: string; biz_opaque_callback_data: string; to: string }) =>
  tellWhatsApp(whatsApp.statuses({ ...blank, ...message }, 'delivered'));
const blank: SentTemplate = {
  id: '',
  to: '',
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  type: 'template',
  template: { name: '', language: { code: 'en' }, components: [] },
  biz_opaque_callback_data: '',
};

test('a number without WhatsApp gets an SMS, whether the rejection comes at once or later', async () => {
  const later = await shipped();
  await send('whatsapp');
  await tellWhatsApp(whatsApp.statuses(template(), 'sent', 'failed'));
  expect(await states(later.id)).toEqual({ email: 'waiting', whatsapp: 'failed', sms: 'waiting' });

  const atOnce = await shipped();
  whatsApp.next.push({ status: 400, code: 131026 });
  await send('whatsapp');
  expect(await states(atOnce.id)).toEqual({ email: 'waiting', whatsapp: 'failed', sms: 'waiting' });
  await send('sms');
  expect(twilio.sent.map(({ to }) => to)).toEqual([phone, phone]);
  expect(twilio.sent[1]?.body).toContain(`Your Duoworks order ${atOnce.number} is on its way`);
});

test('a fallback is not sent if the first message was delivered after all', async () => {
  const order = await shipped();
  await send('whatsapp');
  await tellWhatsApp(whatsApp.statuses(template(), 'failed'));
  await tellWhatsApp(whatsApp.statuses(template(), 'delivered'));
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'delivered' });
});

test('a callback without the provider’s signature changes nothing and is logged', async () => {
  const order = await shipped();
  await send('whatsapp');
  const { body } = whatsApp.statuses(template(), 'read');
  const forged = await tellWhatsApp({ body, signature: `sha256=${'0'.repeat(64)}` });
  const unsigned = await deliver('/messages/whatsapp', body, {});
  const { signature } = whatsApp.statuses(template(), 'sent');
  const ofAnother = await tellWhatsApp({ body, signature });
  expect([forged.status, unsigned.status, ofAnother.status]).toEqual([403, 403, 403]);
  expect((await deliver('/messages/twilio', 'From=x&Body=STOP', {})).status).toBe(403);
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'sent' });
  expect(logged().match(/was not signed by the provider/g)).toHaveLength(4);
});

test('an unknown state, and an unknown message, change nothing', async () => {
  const order = await shipped();
  await send('whatsapp');
  expect((await tellWhatsApp(whatsApp.statuses(template(), 'held_for_review'))).status).toBe(200);
  const { body, signature } = whatsApp.statuses({ ...blank, id: 'wamid.other' }, 'read');
  expect((await tellWhatsApp({ body, signature })).status).toBe(200);
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'sent' });
  expect(logged()).toContain('is of no known message or state');
});

test('a failing provider is retried later, five times, then another one is used', async () => {
  const order = await shipped();
  for (let round = 1; round <= 5; round += 1) {
    whatsApp.next.push({ status: 500 });
    expect(await send('whatsapp')).toBe(1);
    expect(await send('whatsapp')).toBe(0);
    const later = await backend.owner`
      select run_at > now() + interval '30 seconds' as later from private.jobs where kind = 'send_whatsapp'`;
    expect([...later]).toEqual(round < 5 ? [{ later: true }] : []);
    await allDue();
  }
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'failed', sms: 'waiting' });
  expect(logged()).not.toContain('1012345678');
});

test('a message that waited for an hour is not sent late', async () => {
  const order = await shipped();
  await backend.owner`update order_notifications set created_at = now() - interval '2 hours' where channel <> 'email'`;
  await send('whatsapp');
  expect(whatsApp.sent).toEqual([]);
  expect(await states(order.id)).toMatchObject({ whatsapp: 'failed', sms: 'waiting' });
});

test('an unconfigured channel is skipped at once; without any, staff read who was not notified', async () => {
  const order = await shipped();
  await runWithoutProvider();
  await runWithoutProvider();
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'failed', sms: 'failed' });

  const alone = await shipped();
  await backend.owner`update orders set customer_email = '' where id = ${alone.id}`;
  await backend.owner`delete from order_notifications where channel = 'email'`;
  await runWithoutProvider();
  await runWithoutProvider();
  expect(await staffRemarks(alone.id)).toContainEqual({
    code: 'not_told',
    channel: 'sms',
    kind: 'shipped',
    error: 'not_set_up',
  });
});

test('a hanging provider breaks no checkout', async () => {
  await setChannels(['whatsapp', 'sms'], ['placed']);
  whatsApp.next.push('hang');
  await place();
  await allDue();
  const sending = send('whatsapp', 1_000);
  const order = await place();
  expect(order.number).toMatch(/^DU-/);
  await sending;
  const [failed] = await backend.owner`
    select error, sent_at from order_notifications where channel = 'whatsapp' and error <> ''`;
  expect(failed).toEqual({ error: 'no_answer', sent_at: null });
});

test('an SMS requests its statuses, and a status for another URL is rejected', async () => {
  await setChannels(['sms'], ['shipped']);
  const order = await shipped();
  await send('sms');
  expect(sms()).toMatchObject({ to: phone, from: '+15005550006' });
  const [row] = await backend.owner`select id from order_notifications where channel = 'sms'`;
  expect(sms().callback).toBe(`${origin}/messages/twilio?message=${row?.id}`);
  const message = { MessageSid: sms().sid, AccountSid: twilio.accountSid };
  const { body, signature } = twilio.callback(sms().callback, { ...message, MessageStatus: 'delivered' });
  const moved = await deliver('/messages/twilio?message=00000000-0000-0000-0000-000000000000', body, {
    'x-twilio-signature': signature,
  });
  expect(moved.status).toBe(403);
  expect((await tellTwilio(sms().callback, { ...message, MessageStatus: 'sent' })).status).toBe(200);
  expect(await states(order.id)).toMatchObject({ sms: 'sent' });
  await tellTwilio(sms().callback, { ...message, MessageStatus: 'delivered' });
  await tellTwilio(sms().callback, { ...message, MessageStatus: 'undelivered', ErrorCode: '30003' });
  expect(await states(order.id)).toMatchObject({ sms: 'delivered' });
});

test('STOP by phone stops the channel’s messages, START resumes them, in both languages', async () => {
  const incoming = (Body: string) => tellTwilio(`${origin}/messages/twilio`, { From: phone, Body });
  await setChannels(['sms'], ['shipped']);
  expect((await incoming(' stop ')).text).toBe('<Response/>');
  const stopped = await shipped();
  expect(await states(stopped.id)).toEqual({ email: 'waiting' });
  await incoming('START');
  expect(await states((await shipped()).id)).toEqual({ email: 'waiting', sms: 'waiting' });
  await incoming('Where is my shipment?');
  await setChannels(['whatsapp', 'sms'], ['shipped']);
  await tellWhatsApp(whatsApp.answer('201012345678', 'إيقاف'));
  expect(await states((await shipped()).id)).toEqual({ email: 'waiting', sms: 'waiting' });
});

const choicesOf = async (who: SupabaseClient<Database>) => {
  const { data, error } = await who.rpc('notification_choices', { p_tenant_id: store.tenantId });
  expect(error).toBeNull();
  return data;
};
const choose = (who: SupabaseClient<Database>, p_channel: PhoneChannel, p_is_wanted: boolean) =>
  who.rpc('choose_notifications', { p_tenant_id: store.tenantId, p_channel, p_is_wanted });

test('a shopper selects their phone’s channels in their account; the outbox follows it, and mails are still sent', async () => {
  const off = { stopped_numbers: [], is_wanted: false };
  const on = { stopped_numbers: [], is_wanted: true };
  expect(await choicesOf(shopper)).toEqual([
    { channel: 'whatsapp', ...on },
    { channel: 'sms', ...on },
  ]);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await choose(shopper, 'whatsapp', false)).data).toEqual([
      { channel: 'whatsapp', ...off },
      { channel: 'sms', ...on },
    ]);
  expect(await states((await shipped()).id)).toEqual({ email: 'waiting', sms: 'waiting' });
  await choose(shopper, 'sms', false);
  expect(await states((await shipped()).id)).toEqual({ email: 'waiting' });
  await choose(shopper, 'whatsapp', true);
  expect(await states((await shipped()).id)).toEqual({ email: 'waiting', whatsapp: 'waiting' });
});

test('a failed message never falls back to a channel that the shopper has stopped', async () => {
  const order = await shipped();
  await choose(shopper, 'sms', false);
  await runWithoutProvider();
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'failed' });
});

test('the account shows the numbers that answered STOP, which only START undoes', async () => {
  const incoming = (Body: string) => tellTwilio(`${origin}/messages/twilio`, { From: phone, Body });
  await place();
  await incoming('STOP');
  const stopped = { channel: 'sms', is_wanted: true, stopped_numbers: [phone] };
  expect(await choicesOf(shopper)).toContainEqual(stopped);
  expect((await choose(shopper, 'sms', true)).data).toContainEqual(stopped);
  expect(await states((await shipped()).id)).toMatchObject({ whatsapp: 'waiting' });
  await incoming('START');
  expect(await choicesOf(shopper)).toContainEqual({ ...stopped, stopped_numbers: [] });
});

test('nobody selects for another person, or without an account in the store', async () => {
  const other = await person('user');
  await place();
  await tellTwilio(`${origin}/messages/twilio`, { From: phone, Body: 'STOP' });
  await choose(shopper, 'whatsapp', false);
  const own = { is_wanted: true, stopped_numbers: [] };
  expect(await choicesOf(other)).toEqual([
    { channel: 'whatsapp', ...own },
    { channel: 'sms', ...own },
  ]);
  await choose(other, 'whatsapp', true);
  expect(await choicesOf(shopper)).toContainEqual({
    channel: 'whatsapp',
    is_wanted: false,
    stopped_numbers: [],
  });
  const elsewhere = await makeStore(backend, freshTenant());
  const p_tenant_id = elsewhere.tenantId;
  const asked = await other.rpc('choose_notifications', {
    p_tenant_id,
    p_channel: 'sms',
    p_is_wanted: false,
  });
  expect(asked.error?.details).toBe('unknown_person');
  expect((await other.rpc('notification_choices', { p_tenant_id })).data).toEqual([]);
  expect((await choose(backend.client(), 'sms', false)).error?.code).toBe('42501');
});

test('a number that the provider knows as stopped gets no further requests', async () => {
  await setChannels(['sms'], ['shipped']);
  const order = await shipped();
  twilio.next.push({ status: 400, code: 21610 });
  await send('sms');
  expect(await states(order.id)).toEqual({ email: 'waiting', sms: 'failed' });
  expect(await states((await shipped()).id)).toEqual({ email: 'waiting' });
});

test('a phone number gets ten messages within a day', async () => {
  await setChannels(['sms'], ['placed']);
  for (let round = 0; round < 12; round += 1) {
    await place();
  }
  const [count] =
    await backend.owner`select count(*)::int as n from order_notifications where recipient = ${phone}`;
  expect(count).toEqual({ n: 10 });
});

test('an undone action is sent through no channel', async () => {
  const order = await place();
  await move(order.id, 'confirmed', 'in_production', 'shipped');
  expect(await states(order.id)).toEqual({ email: 'waiting', whatsapp: 'waiting' });
  await move(order.id, 'in_production');
  expect(await states(order.id)).toEqual({});
});

test('two processes send each message once', async () => {
  for (let round = 0; round < 5; round += 1) await shipped();
  await Promise.all([send('whatsapp'), send('whatsapp'), send('whatsapp')]);
  expect(new Set(whatsApp.sent.map((one) => one.biz_opaque_callback_data)).size).toBe(5);
  expect(whatsApp.sent).toHaveLength(5);
});

test('Meta verifies the address by the token, and nobody else does', async () => {
  const asked = async (token: string) =>
    callbacks.request(
      `/messages/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
    );
  const right = await asked(whatsApp.verifyToken);
  expect([right.status, await right.text()]).toEqual([200, '1158201444']);
  expect((await asked('guess')).status).toBe(403);
});

test('deleting an account removes its number from sent messages', async () => {
  const order = await shipped();
  await send('whatsapp');
  await backend.owner`select private.forget_in_orders(array[${order.id}::uuid], null)`;
  const left = await backend.owner`select recipient, provider_reference from order_notifications`;
  expect([...left]).toEqual([{ recipient: '', provider_reference: null }]);
});
