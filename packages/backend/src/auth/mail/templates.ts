import { mailButton, mailPage } from './frame.ts';
import { escapeHtml, hexColor, type Message, oneLine, type Sender } from './message.ts';

export interface MailBrand {
  name: string;
  /** Color of head and button, 3- or 6-digit hex. */
  color?: string | undefined;
  /** Absolute http(s) URL of a picture. */
  logo?: string | undefined;
  /** Texts of the messages. Default: English. */
  texts?: MailTexts | undefined;
  /** Default: the transport's sender. */
  from?: Sender | undefined;
  /** Address for answers. Default: the sender's. */
  replyTo?: string | undefined;
  /** Lines of plain text at the end, such as a signature and an address. Default: the name. */
  foot?: readonly string[] | undefined;
}

export type MessageKind = keyof typeof MESSAGES;

interface MessageWords {
  subject: (brand: string) => string;
  lead: (brand: string, newAddress: string) => string;
  button: string;
  ignore: string;
}

/** Texts of the messages in one language. */
export interface MailTexts {
  language: string;
  direction: 'ltr' | 'rtl';
  messages: Readonly<Record<MessageKind, MessageWords>>;
  /** Text before a code, either below a link or alone. */
  orCode: string;
  yourCode: string;
  /** Lifetime and single use, depending on whether a message has a link, a code or both. */
  lifetime: Readonly<Record<'link' | 'code' | 'both', string>>;
}

const IGNORE_NOTICE = 'If you did not ask for this, you can ignore this message: nothing changes.';

const MESSAGES = {
  signup: {
    subject: (brand) => `Confirm your email address for ${brand}`,
    lead: (brand) =>
      `Welcome to ${brand}. Confirm that this is your email address and your account is ready.`,
    button: 'Confirm my address',
    ignore: 'If you did not sign up, you can ignore this message: the account stays unused.',
  },
  taken: {
    subject: (brand) => `You already have an account at ${brand}`,
    lead: (brand) =>
      `Somebody, most likely you, wanted to make an account at ${brand} with this address, which has one already. Sign in with it; if you no longer know the password, you can choose a new one there.`,
    button: 'Sign in',
    ignore: IGNORE_NOTICE,
  },
  recovery: {
    subject: (brand) => `Reset your ${brand} password`,
    lead: (brand) =>
      `Somebody asked to reset the password of your account at ${brand}. If that was you, choose a new one.`,
    button: 'Choose a new password',
    ignore: IGNORE_NOTICE,
  },
  magiclink: {
    subject: (brand) => `Your sign-in link for ${brand}`,
    lead: (brand) => `Use this link to sign in to ${brand}. It works once.`,
    button: 'Sign in',
    ignore: IGNORE_NOTICE,
  },
  email_change: {
    subject: (brand) => `Confirm your new email address for ${brand}`,
    lead: (brand) => `Confirm that your account at ${brand} should use this email address from now on.`,
    button: 'Confirm my new address',
    ignore: IGNORE_NOTICE,
  },
  email_change_current: {
    subject: (brand) => `Confirm the change of your email address at ${brand}`,
    lead: (brand, address) =>
      `Your account at ${brand} is about to use ${address} instead of this email address. Confirm that you want this.`,
    button: 'Confirm the change',
    ignore: 'If this was not you, do not confirm it, and change your password.',
  },
  reauthentication: {
    subject: (brand) => `Your confirmation code for ${brand}`,
    lead: (brand) => `Enter this code at ${brand} to confirm that it is you.`,
    button: '',
    ignore: 'If this was not you, change your password.',
  },
} satisfies Record<string, MessageWords>;

const DEFAULT_COLOR = '#1f2937';

export interface MessageContent {
  kind: MessageKind;
  to: string;
  /** Code to type; '' without one. */
  code: string;
  /** Absolute address; messages without one carry only the code. */
  link: string | undefined;
  newAddress?: string;
}

/** Lifetime of codes and links in messages. */
export const OTP_LIFETIME = { seconds: 3600, words: '1 hour' };

const ENGLISH: MailTexts = {
  language: 'en',
  direction: 'ltr',
  messages: MESSAGES,
  orCode: 'Or enter this code',
  yourCode: 'Your code',
  lifetime: {
    link: `The link works once, within ${OTP_LIFETIME.words}.`,
    code: `The code works once, within ${OTP_LIFETIME.words}.`,
    both: `The link and the code work once, within ${OTP_LIFETIME.words}.`,
  },
};

/** Composes a message as HTML and text; escapes all input. */
export function composeMessage(content: MessageContent, brand: MailBrand): Message {
  const texts = brand.texts ?? ENGLISH;
  const words = texts.messages[content.kind];
  const name = oneLine(brand.name) || 'your account';
  const lead = words.lead(name, content.newAddress ?? '');
  const lifetime = content.kind === 'taken' ? '' : lifetimeOf(content, texts);
  const text = [
    lead,
    ...(content.link ? [`${words.button}: ${content.link}`] : []),
    ...(content.code ? [`${content.link ? texts.orCode : texts.yourCode}: ${content.code}`] : []),
    ...(lifetime ? [lifetime] : []),
    words.ignore,
    (brand.foot ?? [name]).map(oneLine).join('\n'),
  ].join('\n\n');
  return {
    kind: content.kind,
    to: content.to,
    subject: words.subject(name),
    text: `${text}\n`,
    html: page(content, texts, { ...brand, name }, lead, lifetime),
    from: brand.from,
    replyTo: brand.replyTo,
  };
}

function lifetimeOf({ code, link }: MessageContent, { lifetime }: MailTexts): string {
  if (link && code) return lifetime.both;
  return link ? lifetime.link : lifetime.code;
}

function page(
  content: MessageContent,
  texts: MailTexts,
  brand: MailBrand,
  lead: string,
  lifetime: string,
): string {
  const words = texts.messages[content.kind];
  const color = hexColor(brand.color ?? '') ?? DEFAULT_COLOR;
  const look = { color };
  const small = 'margin:0 0 16px;font-size:14px;line-height:1.5;color:#4b5563';
  const button = content.link ? mailButton(content.link, words.button, look) : '';
  const code = content.code
    ? `${content.link ? `<p style="${small}">${escapeHtml(texts.orCode)}:</p>` : ''}
<p style="margin:0 0 24px;font-size:28px;font-weight:700;letter-spacing:6px"><bdi>${escapeHtml(content.code)}</bdi></p>`
    : '';
  const expiry = lifetime ? `<p style="${small}">${escapeHtml(lifetime)}</p>` : '';
  const body = `<p style="margin:0 0 24px;font-size:16px;line-height:1.6">${escapeHtml(lead)}</p>
${button}
${code}
${expiry}
<p style="${small};margin:0">${escapeHtml(words.ignore)}</p>`;
  const { language, direction } = texts;
  const foot = brand.foot?.map((line) => `<bdi>${escapeHtml(line)}</bdi>`).join('<br>');
  return mailPage(
    { language, direction, title: words.subject(brand.name), head: header(brand), body, foot },
    look,
  );
}

function header({ name, logo }: MailBrand): string {
  if (!logo || !/^https?:\/\//.test(logo)) return escapeHtml(name);
  return `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;max-width:240px">`;
}
