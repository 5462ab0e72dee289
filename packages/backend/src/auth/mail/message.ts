import { formatHex, parse, wcagContrast } from 'culori';

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface Message {
  to: string;
  subject: string;
  html: string;
  /** Alternative for clients without HTML. */
  text: string;
  /** Purpose of the message: the template's name. */
  kind: string;
  /** Same for every attempt to send a message, for deduplication. */
  id?: string | undefined;
  attachments?: readonly MailAttachment[] | undefined;
  /** Default: the transport's sender. */
  from?: Sender | undefined;
  /** Address for answers. Default: the sender's. */
  replyTo?: string | undefined;
}

export interface Sender {
  /** Shown instead of the address. */
  name: string;
  /** Default: the address of the transport's sender. */
  address?: string | undefined;
}

export interface MailTransport {
  /** @throws Error when the message could not be sent, for example because the server refuses its sender */
  send(message: Message): Promise<void>;
  close(): void;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Removes line breaks and control characters, for subjects and names. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Normalizes a color to `#rrggbb`, the only format all mail clients support; undefined for an invalid one. */
export function hexColor(value: string): string | undefined {
  return formatHex(parse(value.trim()));
}

/** Black or white, whichever has more contrast on a color. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  return wcagContrast(color, '#000000') >= wcagContrast(color, '#ffffff') ? '#000000' : '#ffffff';
}
