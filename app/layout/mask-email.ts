/**
 * An e-mail address that its owner recognises and a bystander cannot read: first letter, three dots, domain. Returns ''
 * for what is no address.
 */
export function maskEmail(email: string | null | undefined): string {
  const at = email?.lastIndexOf('@') ?? -1;
  if (!email || at < 1 || at === email.length - 1) return '';
  const [first = ''] = [...email];
  return `${first}•••${email.slice(at)}`;
}
