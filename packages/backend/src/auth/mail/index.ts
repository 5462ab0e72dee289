export { type MailLook, mailButton, mailPage } from './frame.ts';
export { localMailbox, mailboxToken } from './local-mailbox.ts';
export { isLoopbackHost } from './loopback.ts';
export { type MailOptions, type SmtpOptions, smtpTransport } from './mailer.ts';
export {
  escapeHtml,
  hexColor,
  inkOn,
  type MailAttachment,
  type MailTransport,
  type Message,
  oneLine,
  type Sender,
} from './message.ts';
export type { MailTexts, MessageKind } from './templates.ts';
