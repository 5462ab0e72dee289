import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localMailbox, mailboxPage, mailboxToken } from './local-mailbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const context = {
  ip: '127.0.0.1',
  token: undefined,
  tokenFailure: undefined,
  identity: { role: 'anon', claims: {} },
  requestId: '',
} as const;

it('keeps a message’s attachments, which its page lists and serves unchanged', async () => {
  const mailbox = localMailbox(join(folder, 'mail'), () => new Date());
  const content = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff]);
  await mailbox.send({
    kind: 'test',
    to: 'mona@people.test',
    subject: 'Your invoice',
    html: '<p>Hello</p>',
    text: 'Hello',
    attachments: [{ filename: 'INV-1 & 2.pdf', contentType: 'application/pdf', content }],
  });
  const page = mailboxPage(mailbox, folder);
  const cookie = `mailbox=${await mailboxToken(folder)}`;
  const [message] = await mailbox.list();
  const ask = (path: string) => {
    const url = new URL(`http://localhost:3000${path}`);
    const request = new Request(url, { headers: { cookie, host: url.host } });
    return page.fetch(request, { ...context, path, url });
  };
  expect(await (await ask(`/_mail/${message?.id}`)).text()).toContain(
    `<a href="/_mail/${message?.id}/0">INV-1 &amp; 2.pdf</a>`,
  );
  const file = await ask(`/_mail/${message?.id}/0`);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''INV-1%20%26%202.pdf");
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
  expect((await ask(`/_mail/${message?.id}/1`)).status).toBe(404);
});
