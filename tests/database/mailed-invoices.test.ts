import { type MailTransport, type Message, smtpTransport } from 'embedded-supabase/mail';
import { type StubSmtp, startStubSmtp } from 'embedded-supabase/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Enums, Json } from '../../app/lib/database.types.ts';
import { brandFileReader } from '../../server/brands/brand-file-reader.ts';
import { invoiceFiles } from '../../server/invoices/invoice-files.ts';
import { runDueJobs } from '../../server/jobs/jobs.ts';
import type { MailOptions } from '../../server/mail/mail-queue.ts';
import { mailHandlers } from '../../server/mail/mail-work.ts';
import { orderMailQueue } from '../../server/mail/order-mail-queue.ts';
import { clientAt } from '../support/client.ts';
import { type Customer, type PayingStore, startPayingStore } from '../support/paying-store.ts';
import { orderOf, setStock } from './store.ts';

const log = pino({ enabled: false });
let shop: PayingStore;
let smtp: StubSmtp;
let shopper: Customer;
let staff: Customer;
let options: Omit<MailOptions, 'transport'>;

beforeAll(async () => {
  [shop, smtp] = await Promise.all([startPayingStore('inkthread'), startStubSmtp()]);
  [shopper, staff] = await Promise.all([shop.person(), shop.person('admin')]);
  await setStock(shop.backend, shop.store.hoodieId, 100);
  const admin = clientAt(shop.backend.url, shop.backend.secretKey);
  const files = invoiceFiles({ readBrandFile: brandFileReader(admin, 'public'), log });
  options = {
    admin,
    log,
    origin: 'https://stores.example',
    makePaper: (id, language) => files.make(admin, id, language),
  };
});
afterAll(async () => {
  await smtp.close();
  await shop.close();
});
beforeEach(async () => {
  await shop.backend.owner`delete from order_notifications`;
  await shop.backend.owner`update profiles set language = null`;
});

/** A shipped order whose mails are due. */
async function shipped(): Promise<string> {
  const document = { ...orderOf(shop.store), note: '' } as { [key: string]: Json };
  const { data, error } = await shopper.client.rpc('place_order', { p_order: document });
  if (error) throw new Error(error.message);
  const { id } = data as { id: string };
  await move(id, 'confirmed', 'in_production', 'shipped');
  return id;
}

async function move(orderId: string, ...statuses: Enums<'order_status'>[]) {
  for (const p_status of statuses) {
    const { error } = await staff.client.rpc('change_order_status', { p_order_id: orderId, p_status });
    expect(error).toBeNull();
  }
}

async function giveBack(orderId: string, goodwill: number) {
  const p_refund = { goodwill, way: 'cash', reason: 'A scratch' };
  const { error } = await staff.client.rpc('refund_order', { p_order_id: orderId, p_refund });
  expect(error).toBeNull();
}

const allDue = () => shop.backend.owner`update private.jobs set run_at = now() where kind = 'send_email'`;

const sendDue = (mail: MailOptions) =>
  runDueJobs({ admin: mail.admin, log: mail.log, handlers: mailHandlers(mail), concurrency: 1 });

/** Sends due mails; returns the kind and attachment names of each. */
async function send(changes: Partial<MailOptions> = {}): Promise<[kind: string, ...files: string[]][]> {
  await allDue();
  const sent: Message[] = [];
  const transport: MailTransport = { send: async (message) => void sent.push(message), close: () => {} };
  await sendDue({ transport, ...options, ...changes });
  return sent.map(({ kind, attachments = [] }) => [kind, ...attachments.map(({ filename }) => filename)]);
}

const documentsOf = async (orderId: string) =>
  (
    await shop.backend.owner<{ code: string }[]>`
      select code from invoices where order_id = ${orderId} order by issued_at`
  ).map(({ code }) => code);

test('the mail of a shipped order has its invoice, and that of a refund the credit note', async () => {
  const id = await shipped();
  const [invoice = ''] = await documentsOf(id);
  expect(await send()).toEqual([['order_placed', `${invoice}.pdf`], ['order_shipped']]);
  await move(id, 'delivered');
  expect(await send()).toEqual([['order_delivered']]);
  await giveBack(id, 20);
  const [, credit = ''] = await documentsOf(id);
  expect(await send()).toEqual([['order_refunded', `${credit}.pdf`]]);
});

test('an invoice reaches a mail server as an attachment in the customer’s language', async () => {
  const { error } = await shopper.client.from('profiles').update({ language: 'ar' }).eq('id', shopper.id);
  expect(error).toBeNull();
  const id = await shipped();
  await shop.backend.owner`delete from order_notifications where kind = 'placed'`;
  const [invoice = ''] = await documentsOf(id);
  await allDue();
  const transport = smtpTransport({
    host: '127.0.0.1',
    port: smtp.port,
    from: 'Inkthread <post@inkthread.example>',
  });
  await sendDue({ transport, ...options });
  transport.close();
  const source = smtp.received.at(-1)?.source ?? '';
  expect(source).toContain(`Content-Type: application/pdf; name=${invoice}.pdf`);
  const [, encoded = ''] = /filename=INV-\d+-\d+\.pdf\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(source) ?? [];
  const file = Buffer.from(encoded, 'base64');
  expect(file.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(file.toString('latin1')).toContain('/Lang (ar)');
  expect(file.length).toBeLessThan(150_000);
});

test('a retried mail keeps its invoice, and links to the order’s page after three rejections with it', async () => {
  const id = await shipped();
  await shop.backend.owner`delete from order_notifications where kind = 'placed'`;
  const [invoice = ''] = await documentsOf(id);
  const refused: Message[] = [];
  const transport: MailTransport = {
    send: async (message) => {
      refused.push(message);
      throw new Error('552 This message is too large');
    },
    close: () => {},
  };
  for (let round = 0; round < 4; round += 1) {
    await allDue();
    await sendDue({ transport, ...options });
  }
  expect(refused.map(({ attachments = [] }) => attachments.length)).toEqual([1, 1, 1, 0]);
  expect(refused[0]?.text).toContain(`Your invoice ${invoice} is attached.`);
  expect(refused[3]?.text).toContain(`You can download your invoice ${invoice} on the order’s page.`);
  expect(refused[3]?.text).toContain(`/account/orders/${id}`);
});

test('an invoice that is too large or cannot be rendered delays no mail', async () => {
  const id = await shipped();
  const [invoice = ''] = await documentsOf(id);
  const content = Buffer.alloc(3 * 1024 * 1024);
  expect(await send({ makePaper: async () => ({ code: invoice, content }) })).toEqual([
    ['order_placed'],
    ['order_shipped'],
  ]);
  const other = await shipped();
  expect(await documentsOf(other)).toHaveLength(1);
  const fail = () => Promise.reject(new Error('There is no font'));
  expect(await send({ makePaper: fail })).toEqual([['order_placed'], ['order_shipped']]);
});

test('the invoice of an abandoned mail goes with the next one', async () => {
  const id = await shipped();
  const [invoice = ''] = await documentsOf(id);
  await send();
  await shop.backend.owner`update order_notifications set sent_at = null, expired_at = now()`;
  await move(id, 'delivered');
  expect(await send()).toEqual([['order_delivered', `${invoice}.pdf`]]);
});

test('concurrent processes send each invoice once', async () => {
  const orders = [await shipped(), await shipped(), await shipped()];
  for (const id of orders) await move(id, 'delivered');
  await allDue();
  const take = async () => {
    const { data } = await options.admin
      .rpc('take_jobs', { p_kinds: ['send_email'], p_limit: 2 })
      .throwOnError();
    return orderMailQueue.read(
      options.admin,
      data.map((job) => job.id),
    );
  };
  const taken = await Promise.all(Array.from({ length: 6 }, take));
  const carried = taken.flat().flatMap(({ documents }) => documents.map(({ code }) => code));
  expect(carried.toSorted()).toEqual((await Promise.all(orders.map(documentsOf))).flat().toSorted());
});

test('notes by staff carry no invoice, which waits for the next mail', async () => {
  const id = await shipped();
  const [invoice = ''] = await documentsOf(id);
  await shop.backend.owner`delete from order_notifications`;
  await staff.client.rpc('add_order_note', { p_order_id: id, p_note: 'It is blue.', p_internal: false });
  expect(await send()).toEqual([['order_note']]);
  await move(id, 'delivered');
  expect(await send()).toEqual([['order_delivered', `${invoice}.pdf`]]);
});
