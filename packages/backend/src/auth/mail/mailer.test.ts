import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StubSmtp, startStubSmtp } from '../../../tests/support/stub-smtp.ts';
import { type SmtpOptions, smtpTransport } from './mailer.ts';
import type { MailAttachment } from './message.ts';

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
  attachments: readonly MailAttachment[] = [],
): Promise<void> {
  const transport = smtpTransport({ ...options, port: server.port, from: 'Shop <post@shop.test>' });
  try {
    await transport.send({ ...MESSAGE, attachments });
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
  await send({ host: '127.0.0.1' }, [
    { filename: 'INV-2026-000001.pdf', contentType: 'application/pdf', content },
  ]);
  const [message] = server.received;
  expect(message?.source).toContain('Content-Type: application/pdf; name=INV-2026-000001.pdf');
  expect(message?.source).toContain('Content-Disposition: attachment; filename=INV-2026-000001.pdf');
  expect(message?.source).toContain(content.toString('base64'));
});
