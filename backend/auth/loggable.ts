const ADDRESS = /[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/g;

/**
 * The fields of an error that may be logged. Omits database details, mail recipients and provider tokens, and masks
 * email addresses in the message.
 */
export function loggable(error: unknown): { name: string; message: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { name: 'unknown', message: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const stack = error.stack ? { stack: withoutAddresses(error.stack) } : {};
  return { name: error.name, message: withoutAddresses(error.message), ...code, ...stack };
}

function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, '(address)');
}
