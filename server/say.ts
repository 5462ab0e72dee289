/** Tells the person at the terminal something; logs go elsewhere. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
