/** Hands codes to phones. The backend knows no provider of its own. */
export interface SmsSender {
  /**
   * @param phone E.164 digits without the plus sign
   * @throws Error when the message could not be handed over
   */
  send(phone: string, text: string): Promise<void>;
}
