/** Converts Arabic-Indic and Persian digits and their separators ("٢٬٥٠٠٫٥") to ASCII. */
export function withAsciiDigits(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}
