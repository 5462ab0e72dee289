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
}

export interface MailTransport {
  /** @throws Error when the message could not be sent */
  send(message: Message): Promise<void>;
  close(): void;
}
