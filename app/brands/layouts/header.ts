import type { Design } from '../design.ts';

/** Class names of the header's parts. */
export type HeaderLayout = {
  bar: string;
  row: string;
  /** The store's name beside its logo, where three links leave no room for it; four never do on tablets. */
  name?: string;
  links: string;
  link: string;
  search: string;
  /** Button that opens the search row, where the header has no room for the field. */
  toggle?: string;
  actions: string;
};

const middle = 'hidden items-center md:flex';
const link = 'inline-flex min-h-11 items-center whitespace-nowrap aria-[current=page]:text-link';

/** Class names of each header layout. */
export const headerLayouts: Record<Design['nav'], HeaderLayout> = {
  bar: {
    bar: 'border-ink border-b-[length:var(--stroke)] bg-page',
    row: 'column flex h-16 items-center gap-5 md:h-18 md:gap-3 lg:gap-6',
    links: `${middle} gap-3.5 lg:gap-6`,
    link: `${link} font-bold text-sm uppercase tracking-wide hover:underline hover:decoration-2 hover:underline-offset-8`,
    search: 'hidden max-w-72 flex-1 xl:block',
    toggle: 'xl:hidden',
    actions: 'ms-auto flex items-center gap-1',
  },
  pill: {
    bar: 'bg-transparent px-3 pt-3',
    row: 'mx-auto flex h-14 w-full max-w-wide items-center gap-3 rounded-full bg-raised ps-5 lg:gap-5 pe-2 shadow-card md:h-16',
    links: `${middle} gap-1`,
    link: `${link} rounded-full px-2 font-semibold lg:px-3.5 text-sm hover:bg-tint hover:text-on-tint`,
    search: 'hidden max-w-80 flex-1 xl:block',
    toggle: 'xl:hidden',
    actions: 'ms-auto flex items-center gap-1',
  },
  plain: {
    bar: 'border-b bg-page/90 backdrop-blur-md',
    row: 'column flex h-14 items-center gap-8',
    links: `${middle} gap-6`,
    link: `${link} font-details text-[0.8125rem] text-ink-soft hover:text-ink`,
    search: 'hidden max-w-80 flex-1 lg:block',
    toggle: 'lg:hidden',
    actions: 'ms-auto flex items-center gap-0.5',
  },
  boxed: {
    // The brand's black surface, also in the light theme.
    bar: 'dark-ground border-line-strong border-b-2 bg-page text-ink',
    row: 'flex h-16 w-full items-stretch ps-4 lg:ps-6',
    name: 'md:max-lg:sr-only',
    links: `${middle} ms-4 lg:ms-6 items-stretch border-line-strong md:border-s-2`,
    link: `${link} border-line-strong border-e-2 px-2 font-bold lg:px-5 text-sm uppercase hover:bg-primary hover:text-on-primary aria-[current=page]:hover:text-on-primary`,
    search: 'hidden max-w-96 flex-1 self-center px-4 xl:block',
    toggle: 'xl:hidden',
    actions: 'ms-auto flex items-center gap-1 pe-2 md:border-line-strong md:border-s-2 md:px-3',
  },
  centred: {
    bar: 'bg-page',
    row: 'column grid h-18 grid-cols-[1fr_auto] items-center gap-6 border-b md:h-24 md:grid-cols-[1fr_auto_1fr] md:[&>:first-child]:col-start-2 md:[&>:first-child]:row-start-1',
    name: 'md:max-lg:sr-only',
    links: `${middle} col-start-1 row-start-1 gap-5 lg:gap-7`,
    link: `${link} text-[0.9375rem] hover:underline hover:underline-offset-4`,
    search: 'hidden',
    actions: 'flex items-center justify-end gap-0.5 md:col-start-3 md:row-start-1',
  },
};
