import { oneLine } from 'embedded-supabase/mail';

/**
 * A line of what a person typed, such as a name or an address, as mails say it. Mail programs make links of what looks like
 * one, also in the name of somebody who had a mail sent to another's address: a word joiner, which nobody sees, parts it.
 */
export function typedText(text: string): string {
  return oneLine(text).replace(/[.@:/](?=\S)/g, '$&\u2060');
}
