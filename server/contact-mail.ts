import type { Brand } from '../app/brands/brand.ts';
import { escapeHtml, oneLine } from '../backend/auth/mail/html.ts';
import type { Message } from '../backend/auth/mail/message.ts';

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
  const subject = oneLine(`${brand.name}: ${written.subject.trim() || 'a message'} from ${name}`);
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${oneLine(written.subject)}`)}`;
  return {
    kind: 'contact_message',
    to,
    subject,
    text: `${oneLine(name)} <${oneLine(email)}> wrote:\n\n${message.trim()}\n\nThe message is also under Customers, Messages in the admin.\n`,
    html: `<!doctype html>
<html lang="${escapeHtml(brand.defaultLanguage)}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.6">
<p><strong>${escapeHtml(name)}</strong> (<a href="${escapeHtml(answer)}">${escapeHtml(email)}</a>) wrote:</p>
<p style="white-space:pre-line">${escapeHtml(message.trim())}</p>
<p style="color:#4b5563">The message is also under Customers, Messages in the admin.</p>
</body>
</html>
`,
  };
}
