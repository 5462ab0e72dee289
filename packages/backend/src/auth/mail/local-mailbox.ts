import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Service } from '../../lib/http.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import { randomText, secretFile } from '../../lib/secret-file.ts';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
import { escapeHtml, type MailTransport, type Message } from './message.ts';

const MAX_MESSAGES = 200;
const FILE = /^\d{15}-[0-9a-f]{12}\.json$/;
const StoredMessageSchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  kind: z.string(),
  from: z.object({ name: z.string(), address: z.string().optional() }).optional(),
  replyTo: z.string().optional(),
  /** Files with their content in base64. */
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() }))
    .default([]),
});
type StoredMessage = z.output<typeof StoredMessageSchema>;

interface LocalMailbox extends MailTransport {
  /** Lists the messages, newest first. */
  list(): Promise<StoredMessage[]>;
  find(id: string): Promise<StoredMessage | undefined>;
}

/** Stores the newest messages in a folder, one file each, when there is no mail server. */
export function localMailbox(folder: string, now: () => Date): LocalMailbox {
  let queue: Promise<void> = Promise.resolve();

  async function names(): Promise<string[]> {
    // The first message creates the folder.
    const files = existsSync(folder) ? await readdir(folder) : [];
    return files.filter((name) => FILE.test(name)).sort();
  }

  async function read(name: string): Promise<StoredMessage | undefined> {
    try {
      return StoredMessageSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    } catch {
      return undefined;
    }
  }

  async function keep({ id: messageId, attachments = [], ...message }: Message): Promise<void> {
    const at = now();
    const tail = messageId
      ? createHash('sha256').update(messageId).digest('hex').slice(0, 12)
      : randomBytes(6).toString('hex');
    if (messageId && (await names()).some((name) => name.endsWith(`-${tail}.json`))) return;
    const id = `${String(at.getTime()).padStart(15, '0')}-${tail}`;
    const path = join(folder, `${id}.json`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const partial = `${path}.partial`;
    const files = attachments.map((file) => ({ ...file, content: file.content.toString('base64') }));
    const stored = { ...message, id, sentAt: at.toISOString(), attachments: files };
    await writeFile(partial, JSON.stringify(stored), { mode: 0o600 });
    await rename(partial, path);
    const old = (await names()).slice(0, -MAX_MESSAGES);
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }

  return {
    send(message) {
      const stored = queue.then(() => keep(message));
      queue = stored.catch(() => {});
      return stored;
    },
    async list() {
      const messages = await Promise.all((await names()).reverse().map(read));
      return messages.filter((message) => message !== undefined);
    },
    find: async (id) => (FILE.test(`${id}.json`) ? read(`${id}.json`) : undefined),
    close: () => {},
  };
}

const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; }
ul { list-style: none; padding: 0; }
li { border-block-start: 1px solid #8886; padding-block: .75rem; overflow-wrap: anywhere; }
small { display: block; opacity: .75; }
a { color: LinkText; }
iframe { inline-size: 100%; block-size: 34rem; border: 1px solid #8886; border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const MESSAGE_POLICY =
  "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
const COOKIE = 'mailbox';
const LOCKED =
  '<h1>Mail</h1><p>Open the address that the start printed: it carries the token of this page.</p>';
/** Headers of a reverse proxy, behind which the visitor may be anybody, whatever the connection's address. */
const PROXY_HEADER = /^(forwarded|x-forwarded-(for|host)|x-real-ip|via|cf-connecting-ip)$/;

/**
 * `/_mail` lists stored messages; `/_mail/{id}` shows one with its links; `/_mail/{id}/html` shows it as a
 * mail client does; `/_mail/{id}/0` is its first attachment. Requires the token printed at startup, then kept
 * in a cookie, so that a proxy on this machine does not expose it. Connection and host must be loopback too,
 * which excludes the network and DNS rebinding.
 */
export function mailboxPage(mailbox: LocalMailbox, dataDir: string): Service {
  return {
    async fetch(request, context) {
      if (!isLocal(request, context.ip, context.url)) return page('Not found', '<h1>Not found</h1>', 404);
      if (request.method !== 'GET') return page('Not allowed', '<h1>Not allowed</h1>', 405);
      const token = await mailboxToken(dataDir);
      if (isSameSecret(URL.parse(request.url)?.searchParams.get('token') ?? '', token)) {
        const cookie = `${COOKIE}=${token}; Path=/_mail; HttpOnly; SameSite=Strict`;
        return new Response(null, {
          status: 303,
          headers: { ...headers(PAGE_POLICY), location: context.path, 'set-cookie': cookie },
        });
      }
      if (!isSameSecret(cookieOf(request) ?? '', token)) return page('Mail', LOCKED, 403);
      const [, , id, part] = context.path.split('/');
      if (!id) return page('Mail', list(await mailbox.list()));
      const message = await mailbox.find(id);
      const file = message?.attachments.find((_, at) => part === String(at));
      if (file) return download(file);
      if (!message || (part && part !== 'html')) return page('Not found', '<h1>Not found</h1>', 404);
      return part === 'html' ? asMailProgram(message) : page(message.subject, single(message));
    },
  };
}

/** Token of the mailbox page, created on first use and stored in the data folder. */
export function mailboxToken(dataDir: string): Promise<string> {
  return secretFile(join(dataDir, 'mail-token'), randomText(18));
}

function cookieOf(request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

function isLocal(request: Request, ip: string, url: URL): boolean {
  if ([...request.headers.keys()].some((name) => PROXY_HEADER.test(name))) return false;
  const host = request.headers.get('host') ?? url.host;
  return isLoopbackAddress(ip) && isLoopbackHost(host);
}

function list(messages: readonly StoredMessage[]): string {
  const rows = messages.map(
    ({ id, subject, to, sentAt }) => `<li><a href="/_mail/${escapeHtml(id)}">${escapeHtml(subject)}</a>
<small>To ${escapeHtml(to)}, <time datetime="${escapeHtml(sentAt)}">${escapeHtml(readable(sentAt))}</time></small></li>`,
  );
  const body = rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>No messages yet.</p>';
  return `<h1>Mail</h1>
<p>No mail server is set up, so messages stay on this machine. Only who started the stores can open this page.</p>
${body}`;
}

function single({ id, subject, to, sentAt, text, from, replyTo, attachments }: StoredMessage): string {
  const files = attachments.map(
    ({ filename }, at) => `<li><a href="/_mail/${escapeHtml(id)}/${at}">${escapeHtml(filename)}</a></li>`,
  );
  return `<p><a href="/_mail">All messages</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>To ${escapeHtml(to)}<small>${escapeHtml(senderLine(from, replyTo))}</small><small><time datetime="${escapeHtml(sentAt)}">${escapeHtml(readable(sentAt))}</time></small></p>
<pre>${linked(text)}</pre>
${files.length > 0 ? `<ul>${files.join('\n')}</ul>` : ''}
<h2>As a mail program shows it</h2>
<iframe title="Message" src="/_mail/${escapeHtml(id)}/html"></iframe>`;
}

function senderLine(from: StoredMessage['from'], replyTo: string | undefined): string {
  const sender = [from?.name, from?.address && `<${from.address}>`].filter(Boolean).join(' ');
  return [sender && `From ${sender}`, replyTo && `answers to ${replyTo}`].filter(Boolean).join(', ');
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((piece, index) =>
      index % 2 === 1
        ? `<a href="${escapeHtml(piece)}" rel="noreferrer">${escapeHtml(piece)}</a>`
        : escapeHtml(piece),
    )
    .join('');
}

function readable(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

function asMailProgram({ html }: StoredMessage): Response {
  const inNewWindow = html.replace('<head>', '<head><base target="_blank">');
  return new Response(inNewWindow, { headers: headers(MESSAGE_POLICY) });
}

function download({ filename, contentType, content }: StoredMessage['attachments'][number]): Response {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`;
  return new Response(Buffer.from(content, 'base64'), {
    headers: { ...headers(PAGE_POLICY), 'content-type': contentType, 'content-disposition': disposition },
  });
}

function page(title: string, body: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>
`;
  return new Response(html, { status, headers: headers(PAGE_POLICY) });
}

function headers(policy: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}
