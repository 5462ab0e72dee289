/**
 * What stays in a field once its text was sent: what was typed behind it meanwhile. Where the text itself was changed, all
 * that stands there is another message.
 */
export function leftToSend(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
