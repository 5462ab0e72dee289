/** Proposes a store's short name for its name: its Latin letters and digits, with hyphens; '' for a name without any. */
export const shortName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, 30)
    .replace(/-+$/, '');
