import { get } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailboxToken } from '../../src/auth/mail/local-mailbox.ts';
import { authRequests, newAddress, PASSWORD } from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

describe('without a mail server', () => {
  let backend: TestBackend;
  let token = '';
  const withoutToken = authRequests(() => backend);
  const request: typeof withoutToken = (method, address, body, options = {}) =>
    withoutToken(method, address, body, {
      ...options,
      headers: { cookie: `mailbox=${token}`, ...options.headers },
    });
  beforeAll(async () => {
    backend = await startTestBackend({
      auth: {
        siteUrl: 'http://localhost:3000',
        limits: { messagesPerAddress: { times: 1000, seconds: 60 } },
      },
    });
    token = await mailboxToken(backend.dataDir ?? '');
  });
  afterAll(() => backend.close());

  async function messagePage(email: string): Promise<string> {
    let href: string | undefined;
    await expect
      .poll(async () => {
        const { text } = await request('GET', `${backend.url}/_mail`);
        href = new RegExp(`href="(/_mail/[^"]+)">[^<]*</a>\\s*<small>To ${email}`).exec(text)?.[1];
        return href;
      })
      .toBeDefined();
    return `${backend.url}${href}`;
  }

  it('messages are shown on a local page, whose links work', async () => {
    const email = newAddress();
    await backend.client().auth.signUp({ email, password: PASSWORD });
    const page = await request('GET', await messagePage(email));
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script|\son\w+=/);
    const href = /<a href="(http[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const token = new URL(href).searchParams.get('token_hash') ?? '';
    const { data, error } = await backend.client().auth.verifyOtp({ type: 'signup', token_hash: token });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  it('pages have policies that allow no script, form or framing', async () => {
    const email = newAddress();
    await backend.client().auth.signUp({ email, password: PASSWORD });
    const address = await messagePage(email);
    for (const page of [`${backend.url}/_mail`, address]) {
      const { headers, text } = await request('GET', page);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/ style="/);
    }
    const shown = await request('GET', `${address}/html`);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect(shown.text).toContain('<base target="_blank">');
  });

  it('nobody behind a proxy or under another host name can see them', async () => {
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.7'],
      ['forwarded', 'for=203.0.113.7'],
    ] as const) {
      const headers = { [name]: value };
      expect((await request('GET', `${backend.url}/_mail`, undefined, { headers })).status).toBe(404);
    }
    const { hostname, port } = new URL(backend.url);
    expect(await statusWithHost(hostname, Number(port), 'rebound.evil.test')).toBe(404);
    expect(await statusWithHost(hostname, Number(port), 'localhost')).toBe(403);
  });

  it('only visitors with the token can see them, whatever headers a proxy omits', async () => {
    for (const wrong of ['', 'x', `${token}x`]) {
      expect((await withoutToken('GET', `${backend.url}/_mail?token=${wrong}`)).status).toBe(403);
      const headers = { cookie: `mailbox=${wrong}` };
      expect((await withoutToken('GET', `${backend.url}/_mail/x`, undefined, { headers })).status).toBe(403);
    }
    const opened = await fetch(`${backend.url}/_mail?token=${token}`, { redirect: 'manual' });
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toBe('/_mail');
    expect(opened.headers.get('set-cookie')).toMatch(/^mailbox=.+; Path=\/_mail; HttpOnly; SameSite=Strict$/);
  });

  it('the mailbox page has no other paths', async () => {
    for (const path of [
      '/_mail/../../etc/passwd',
      '/_mail/x',
      '/_mail/000000000000000-000000000000',
      '/_mail/x/html',
    ]) {
      expect((await request('GET', `${backend.url}${path}`)).status, path).toBe(404);
    }
    expect((await request('POST', `${backend.url}/_mail`, '')).status).toBe(405);
  });
});

function statusWithHost(host: string, port: number, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host, port, path: '/_mail', headers: { host: name } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });
}

describe('with a mail server', () => {
  let backend: TestBackend;
  let smtp: SmtpStub;
  beforeAll(async () => {
    smtp = await startSmtpStub();
    backend = await startTestBackend({
      auth: { mail: { smtp: { host: '127.0.0.1', port: smtp.port, from: 'Shop <post@shop.test>' } } },
    });
  });
  afterAll(async () => {
    await backend.close();
    await smtp.close();
  });

  it('messages go there with a text and an HTML part, and no page shows them', async () => {
    const email = newAddress();
    await backend.client().auth.signUp({ email, password: PASSWORD });
    await expect.poll(() => smtp.mails.find((mail) => mail.to === email)).toBeDefined();
    const mail = smtp.mails.find((candidate) => candidate.to === email);
    expect(mail?.from).toBe('post@shop.test');
    expect(mail?.data).toContain('Content-Type: text/plain');
    expect(mail?.data).toContain('Content-Type: text/html');
    expect((await fetch(`${backend.url}/_mail`)).status).toBe(404);
  });
});

describe('with a mail server that does not answer', () => {
  it('sign-up still answers, and nothing hangs', async () => {
    const backend = await startTestBackend({
      auth: { mail: { smtp: { host: '127.0.0.1', port: 1, from: 'post@shop.test' } } },
    });
    const { error } = await backend.client().auth.signUp({ email: newAddress(), password: PASSWORD });
    expect(error).toBeNull();
    await backend.close();
  });
});

interface SmtpStub {
  port: number;
  mails: { from: string; to: string; data: string }[];
  close(): Promise<void>;
}

/** As much of RFC 5321 as a client needs to deliver a message. */
async function startSmtpStub(): Promise<SmtpStub> {
  const mails: SmtpStub['mails'] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let buffered = '';
    let mail = { from: '', to: '', data: '' };
    let inData = false;
    socket.setEncoding('utf8').write('220 stub\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: string) => {
      buffered += chunk;
      for (let end = buffered.indexOf('\r\n'); end !== -1; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        if (inData && line === '.') {
          inData = false;
          mails.push(mail);
          mail = { from: '', to: '', data: '' };
          socket.write('250 kept\r\n');
        } else if (inData) mail.data += `${line}\n`;
        else answer(line);
      }
    });
    function answer(line: string) {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (/^MAIL FROM/i.test(line)) mail.from = address;
      if (/^RCPT TO/i.test(line)) mail.to = address;
      inData = /^DATA/i.test(line);
      socket.write(inData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 fine\r\n');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
