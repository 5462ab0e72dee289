/** Prints to the terminal; logs go elsewhere. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
