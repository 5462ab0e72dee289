import type { Design } from '../design.ts';

/** Class names of a listing's parts: heading, filters and products. */
type ListingLayout = {
  header: string;
  heading: string;
  /** May use `--letters`, the number of letters of the title. */
  title: string;
  text: string;
  body: string;
  /** The filters beside or above the products, on wide screens. */
  aside: string;
  filters: string;
  /** A filter, its heading and its content. */
  filter: string;
  summary: string;
  panel: string;
  /** Whether the filters are in a row and open over the products, one at a time. */
  row: boolean;
  /** Toolbar with count and sort, then the products. */
  main: string;
  grid: string;
  /** `sizes` of a card's picture. */
  sizes: string;
};

const beside = {
  aside: 'noscript:block max-lg:hidden noscript:max-lg:order-last',
  filters: '',
  filter: 'border-b py-1',
  summary: '',
  panel: 'pb-3',
  row: false,
  main: '',
  sizes: '(min-width: 80rem) 19rem, (min-width: 48rem) 30vw, 46vw',
};

const above = {
  aside: 'noscript:block max-lg:hidden noscript:max-lg:order-last',
  row: true,
};

const unfolded =
  'lg:absolute lg:start-0 lg:top-full lg:z-30 lg:max-h-[60dvh] lg:w-72 lg:overflow-y-auto lg:bg-raised lg:p-4 lg:shadow-raised max-lg:pb-3';

/** Class names of each listing layout. */
export const listingLayouts: Record<Design['listing'], ListingLayout> = {
  sheet: {
    ...beside,
    header: 'mb-8 border-b-(length:--stroke) border-ink bg-sunken',
    heading: 'column flex flex-col gap-3 pt-4 pb-6 md:pb-8',
    title: 'text-hero',
    text: 'max-w-prose text-lg',
    body: 'column grid items-start gap-x-10 gap-y-6 pb-section lg:grid-cols-[14rem_1fr]',
    filter: 'border-b border-line-strong border-dashed py-1',
    grid: 'product-grid',
  },
  shelf: {
    ...beside,
    header: 'dark-ground mx-auto mt-2 mb-8 w-[calc(100%-1.5rem)] max-w-wide rounded-card bg-sunken text-ink',
    heading: 'column flex flex-col items-center gap-3 pt-6 pb-10 text-center md:pb-14',
    title: 'text-hero',
    text: 'max-w-prose text-lg',
    body: 'column grid items-start gap-x-8 gap-y-6 pb-section lg:grid-cols-[1fr_16rem]',
    aside: `${beside.aside} rounded-card bg-raised px-5 py-3 shadow-card lg:order-last`,
    filter: 'border-b py-1 last-of-type:border-0',
    grid: 'grid grid-cols-2 gap-gap md:grid-cols-3',
  },
  bench: {
    ...beside,
    header: 'mb-6 border-b',
    heading:
      'column grid items-end gap-x-10 gap-y-2 pt-4 pb-6 lg:grid-cols-[1fr_22rem] [&>nav]:col-span-full',
    title: 'text-title',
    text: 'font-details text-ink-soft text-sm lg:border-s lg:ps-4',
    body: 'column grid items-start gap-x-6 gap-y-5 pb-section lg:grid-cols-[12.5rem_1fr]',
    summary:
      'justify-start! font-details font-normal! text-sm before:me-2 before:text-link before:content-["/"] [&>svg]:ms-auto',
    panel: 'pb-3 text-sm',
    grid: 'grid grid-cols-2 ps-px pt-px md:max-lg:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6 [&>li]:-ms-px [&>li]:-mt-px [&_article]:rounded-none! [&_article>:first-child]:rounded-none! [&>li:hover]:z-1',
  },
  wall: {
    ...above,
    // The brand's black surface, also in the light theme.
    header: 'dark-ground border-ink border-b-2 bg-page text-ink overflow-hidden',
    heading:
      'flex w-full flex-wrap items-end justify-between gap-x-8 gap-y-2 px-4 pt-4 md:px-6 [&>nav]:z-1 [&>nav]:w-full',
    title:
      'text-[clamp(2.25rem,94vw/var(--letters),17rem)] leading-[0.8]! tracking-[-0.05em]! -ms-[0.04em] pb-[0.14em] max-w-full',
    text: 'max-w-sm pb-4 font-semibold',
    body: 'flex w-full flex-col gap-y-5 pb-section max-lg:pt-5',
    filters: 'lg:flex lg:flex-wrap lg:border-ink lg:border-b-2',
    filter: 'relative max-lg:border-b max-lg:py-1 lg:border-ink lg:border-e-2',
    summary:
      'lg:px-5 lg:text-sm lg:uppercase lg:-outline-offset-4 lg:hover:bg-primary lg:hover:text-on-primary lg:[&>svg]:ms-3 lg:hover:[&>svg]:text-on-primary',
    panel: `${unfolded} lg:border-2 lg:border-ink`,
    main: 'px-4 [&>section]:-mx-4 md:px-6 md:[&>section]:-mx-6',
    grid: 'grid grid-cols-2 border-ink border-t-2 md:grid-cols-3 lg:grid-cols-4 [&>li]:border-ink [&>li]:border-e-2 [&>li]:border-b-2',
    sizes: '(min-width: 64rem) 25vw, (min-width: 48rem) 33vw, 50vw',
  },
  spread: {
    ...above,
    header: '',
    heading:
      'column grid items-end gap-x-16 gap-y-6 pt-6 pb-10 md:pt-10 md:pb-16 lg:grid-cols-[1.4fr_1fr] [&>nav]:col-span-full',
    title: 'text-hero italic',
    text: 'text-lg leading-relaxed lg:border-s lg:border-line-strong lg:ps-8',
    body: 'column flex flex-col gap-y-6 pb-section',
    filters: 'lg:flex lg:flex-wrap lg:justify-center lg:gap-x-8 lg:border-line-strong lg:border-y',
    filter: 'relative max-lg:border-b max-lg:py-1',
    summary: 'lg:font-normal! lg:[&>svg]:ms-2',
    panel: `${unfolded} lg:border`,
    main: '',
    grid: 'grid grid-cols-2 gap-x-gap gap-y-10 md:gap-y-16 lg:grid-cols-3',
    sizes: '(min-width: 64rem) 24rem, 46vw',
  },
};
