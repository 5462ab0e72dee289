import { createTransport } from 'nodemailer';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
import type { MailTransport } from './message.ts';

export interface SmtpOptions {
  host: string;
  port: number;
  user?: string | undefined;
  password?: string | undefined;
  /** Sender, `Name <address>`. */
  from: string;
}

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Sends through a mail server with pooled connections: with implicit TLS on port 465, else with STARTTLS where the server
 * offers it, which is required to send a password to a remote server.
 */
export function smtpTransport(options: SmtpOptions): MailTransport {
  const { host, port, user, password, from } = options;
  const transporter = createTransport({
    pool: true,
    host,
    port,
    secure: port === 465,
    requireTLS: Boolean(user) && !isLoopbackHost(host) && !isLoopbackAddress(host),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    ...(user ? { auth: { user, pass: password ?? '' } } : {}),
  });
  return {
    async send({ to, subject, html, text, id }) {
      const messageId = id ? { messageId: `<${id}@${domainOf(from)}>` } : {};
      await transporter.sendMail({ from, to: { name: '', address: to }, subject, html, text, ...messageId });
    },
    close: () => transporter.close(),
  };
}

/** The domain of a sender, `Name <address>` or a plain address. */
function domainOf(sender: string): string {
  return /@([^>\s]+)/.exec(sender)?.[1] ?? 'localhost';
}
