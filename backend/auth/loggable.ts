const ADDRESS = /[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/g;

/**
 * An error as it may be logged: the database's details, a mail server's recipients and a provider's tokens stay out, and so
 * do e-mail addresses in its words.
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
