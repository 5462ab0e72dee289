/** Words of the message that tells staff what somebody wrote on the contact page. */
export const contactMailWords = {
  subject: (store: string, subject: string, name: string): string => `${store}: ${subject} from ${name}`,
  noSubject: 'a message',
  wrote: (who: string): string => `${who} wrote:`,
  answer: (subject: string): string => `Re: ${subject}`,
  whereElse: 'The message is also under Customers, Messages in the admin.',
} as const;
