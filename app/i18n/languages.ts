/** Messages of one namespace by key, in ICU MessageFormat. */
export type Messages = Readonly<Record<string, string>>;

/**
 * Languages besides English. To add one, put its JSON files into a folder beside `messages/en` and add it here: `ar:
 * import.meta.glob<Messages>('./messages/ar/*.json', { import: 'default' }),`
 */
export const languages: Readonly<Record<string, Record<string, () => Promise<Messages>>>> = {};
