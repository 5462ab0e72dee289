import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StubSmtp, startStubSmtp } from '../../../tests/support/stub-smtp.ts';
import { type SmtpOptions, smtpTransport } from './mailer.ts';
import type { Message } from './message.ts';

// Reaches this machine like 127.0.0.1, but is not a loopback name.
const ELSEWHERE = '0.0.0.0';
const MESSAGE = {
  kind: 'test',
  to: 'mona@people.test',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};

let server: StubSmtp;
beforeEach(async () => {
  server = await startStubSmtp();
});
afterEach(() => server.close());

async function send(
  options: Pick<SmtpOptions, 'host' | 'user' | 'password'>,
  message: Partial<Message> = {},
): Promise<void> {
  const transport = smtpTransport({ ...options, port: server.port, from: 'Shop <post@shop.test>' });
  try {
    await transport.send({ ...MESSAGE, ...message });
  } finally {
    transport.close();
  }
}

it('sends no password to a remote server without TLS', async () => {
  await expect(send({ host: ELSEWHERE, user: 'shop', password: 'secret' })).rejects.toThrow(/STARTTLS/);
  expect(server.heard).not.toContain('AUTH');
  expect(server.heard).not.toContain('DATA');
});

it('signs in without TLS to a server on this machine', async () => {
  await send({ host: '127.0.0.1', user: 'shop', password: 'secret' });
  expect(server.heard).toEqual(expect.arrayContaining(['AUTH', 'DATA']));
});

it('sends without TLS if there is no password', async () => {
  await send({ host: ELSEWHERE });
  expect(server.heard).toContain('DATA');
});

it('sends the files of a message with their names and types', async () => {
  const content = Buffer.from('%PDF-1.7 Größe');
  const attachments = [{ filename: 'INV-2026-000001.pdf', contentType: 'application/pdf', content }];
  await send({ host: '127.0.0.1' }, { attachments });
  const [message] = server.received;
  expect(message?.source).toContain('Content-Type: application/pdf; name=INV-2026-000001.pdf');
  expect(message?.source).toContain('Content-Disposition: attachment; filename=INV-2026-000001.pdf');
  expect(message?.source).toContain(content.toString('base64'));
});

/** A header of the received message, unfolded, with encoded words decoded. */
function header(name: string): string {
  const source = server.received[0]?.source.replace(/\r\n[ \t]+/g, ' ') ?? '';
  const value = source.split('\r\n').find((line) => line.startsWith(`${name}: `)) ?? '';
  return value
    .slice(name.length + 2)
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, text: string) => Buffer.from(text, 'base64').toString());
}

it('sends under the configured sender, unless the message names its own', async () => {
  await send({ host: '127.0.0.1' });
  expect(header('From')).toBe('Shop <post@shop.test>');
  expect(server.received[0]?.from).toBe('post@shop.test');
});

it('sends under the message’s name and address, with answers to its own address', async () => {
  const from = { name: 'Delta Wear', address: 'orders@delta.test' };
  await send({ host: '127.0.0.1' }, { from, replyTo: 'help@delta.test', id: 'one' });
  expect(header('From')).toBe('Delta Wear <orders@delta.test>');
  expect(header('Reply-To')).toBe('help@delta.test');
  expect(header('Message-ID')).toBe('<one@delta.test>');
  expect(server.received[0]?.from).toBe('orders@delta.test');
});

it.each([
  ['an Arabic one', 'دلتا للملابس', 'دلتا للملابس'],
  ['one with quotes and commas', 'Delta, "the" Wear', '"Delta, \\"the\\" Wear"'],
  ['one with a line break', 'Delta\r\nBcc: eve@evil.test', '"Delta Bcc: eve@evil.test"'],
  ['one of 300 letters', 'د'.repeat(300), 'د'.repeat(300)],
])('shows a name as it is, without another header from it: %s', async (_, name, shown) => {
  await send({ host: '127.0.0.1' }, { from: { name } });
  expect(header('From')).toBe(`${shown} <post@shop.test>`);
  expect(server.received[0]?.source).not.toMatch(/^Bcc:/m);
});

it('says what the server answers to a sender that it refuses, and goes on with others', async () => {
  await server.close();
  server = await startStubSmtp('orders@delta.test');
  const from = { name: 'Delta Wear', address: 'orders@delta.test' };
  await expect(send({ host: '127.0.0.1' }, { from })).rejects.toThrow('orders@delta.test is not yours');
  await send({ host: '127.0.0.1' }, { from: { name: 'Other' } });
  expect(server.received).toHaveLength(1);
});
