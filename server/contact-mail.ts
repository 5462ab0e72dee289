import type { Brand } from '../app/brands/brand.ts';
import { escapeHtml, oneLine } from '../backend/auth/mail/html.ts';
import type { Message } from '../backend/auth/mail/message.ts';
import { contactMailWords as words } from './contact-words.ts';

/** What somebody wrote on the contact page. */
export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Writes what came from the contact page as a message to the store's own address. Everything typed is escaped. */
export function composeContactMail(written: ContactMessage, brand: Brand, to: string): Message {
  const { name, email, message } = written;
  const subject = oneLine(words.subject(brand.name, written.subject.trim() || words.noSubject, name));
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(words.answer(oneLine(written.subject)))}`;
  return {
    kind: 'contact_message',
    to,
    subject,
    text: `${words.wrote(`${oneLine(name)} <${oneLine(email)}>`)}\n\n${message.trim()}\n\n${words.whereElse}\n`,
    html: `<!doctype html>
<html lang="${escapeHtml(brand.defaultLanguage)}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.6">
<p>${words.wrote(`<strong>${escapeHtml(name)}</strong> (<a href="${escapeHtml(answer)}">${escapeHtml(email)}</a>)`)}</p>
<p style="white-space:pre-line">${escapeHtml(message.trim())}</p>
<p style="color:#4b5563">${words.whereElse}</p>
</body>
</html>
`,
  };
}
