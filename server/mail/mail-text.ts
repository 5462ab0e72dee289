import { oneLine } from 'embedded-supabase/mail';

/**
 * A line of user input, such as a name or address, safe for mails. Mail programs turn anything that looks
 * like a URL into a link, even in the name of somebody who had a mail sent to another person's address; an
 * invisible word joiner breaks it.
 */
export function typedText(text: string): string {
  return oneLine(text).replace(/[.@:/](?=\S)/g, '$&\u2060');
}
