/** Prints to the terminal; logs go elsewhere. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
