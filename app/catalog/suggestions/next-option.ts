/** The option an arrow key leads to, of so many; -1 is the field itself, which stands between the last and the first. */
export function nextOption(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + (count + 1)) % (count + 1)) - 1;
}
