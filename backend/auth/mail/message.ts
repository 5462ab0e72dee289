/** A message ready to be sent. */
export interface Message {
  to: string;
  subject: string;
  html: string;
  /** The same for readers without HTML. */
  text: string;
  /** What it is for: a template's name. */
  kind: string;
  /** The same for each try of one message, so that a second one is known as the first. */
  id?: string | undefined;
}

/** Where messages go. */
export interface MailTransport {
  /** @throws Error when the message could not be handed over. */
  send(message: Message): Promise<void>;
  close(): void;
}
