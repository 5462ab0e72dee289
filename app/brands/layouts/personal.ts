import type { Design } from '../design.ts';

/** Class names of the parts of sign-in, checkout, account and orders, and of their empty states. */
type PersonalLayout = {
  auth: {
    page: string;
    head: string;
    title: string;
    lead: string;
    slogans: string;
    body: string;
    foot: string;
  };
  checkout: {
    page: string;
    title: string;
    grid: string;
    section: string;
    heading: string;
    number: string;
    summary: string;
  };
  account: {
    page: string;
    nav: string;
    entry: string;
    current: string;
    body: string;
    title: string;
    section: string;
    /** An order in the list. */
    card: string;
  };
  /** The order page and the order confirmation. */
  order: { page: string; title: string };
  empty: { frame: string; title: string };
};

const columns = 'lg:grid-cols-[minmax(0,1fr)_24rem]';
const bubble = 'grid size-8 shrink-0 place-items-center font-details text-base';

/** Class names of the personal pages, by cart layout. */
export const personalLayouts: Record<Design['cart'], PersonalLayout> = {
  job: {
    auth: {
      page: 'column grid items-start gap-x-16 gap-y-8 py-section lg:grid-cols-[1fr_27rem]',
      head: 'grid gap-4 lg:sticky lg:top-28',
      title: 'text-hero',
      lead: 'max-w-prose text-ink-soft text-lg',
      slogans:
        'flex flex-wrap gap-2 pt-2 font-semibold text-sm max-lg:hidden [&>li]:stroked [&>li]:rounded-control [&>li]:border-line-strong [&>li]:px-3 [&>li]:py-1.5',
      body: 'stroked rounded-card border-ink bg-raised p-5 shadow-raised sm:p-7',
      foot: 'border-line-strong border-t-2 border-dashed pt-5',
    },
    checkout: {
      page: 'column py-section',
      title: 'mb-8 border-ink border-b-(length:--stroke) pb-4 text-hero',
      grid: `gap-8 ${columns}`,
      section: 'border-line-strong border-b-2 border-dashed pb-8 not-first:pt-8 last:border-0',
      heading: 'text-heading',
      number: `${bubble} stroked rounded-control border-ink`,
      summary: 'stroked rounded-card border-ink bg-raised p-5 shadow-raised sm:p-6',
    },
    account: {
      page: 'column grid items-start gap-8 py-section md:grid-cols-[13rem_1fr]',
      nav: '-my-1 py-1 md:border-line-strong md:border-e-2 md:border-dashed md:pe-4',
      entry: 'stroked rounded-control border-transparent px-4 font-semibold hover:border-line-strong',
      current: 'border-ink! bg-raised',
      body: 'max-w-4xl',
      title: 'border-ink border-b-(length:--stroke) pb-4 text-hero',
      section: 'stroked rounded-card border-line-strong bg-raised p-5 sm:p-6',
      card: 'stroked rounded-card border-line-strong border-dashed bg-raised p-4 hover:border-ink sm:p-5',
    },
    order: { page: 'column max-w-5xl', title: 'text-title' },
    empty: {
      frame:
        'stroked my-8 max-w-xl rounded-card border-line-strong border-dashed bg-raised px-6 py-12 text-center',
      title: 'text-title',
    },
  },
  table: {
    auth: {
      page: 'mx-auto grid w-full max-w-lg px-gutter py-section',
      head: 'dark-ground grid gap-2 rounded-t-card bg-sunken px-6 pt-8 pb-16 text-center text-ink',
      title: 'text-title',
      lead: 'text-ink-soft',
      slogans: 'hidden',
      body: '-mt-8 rounded-card bg-raised p-6 shadow-raised sm:p-8',
      foot: 'border-t pt-6 text-center',
    },
    checkout: {
      page: 'column py-section',
      title: 'mb-8 text-center text-hero',
      grid: `gap-6 ${columns}`,
      section: 'mb-6 rounded-card bg-raised p-5 shadow-card last:mb-0 md:p-7',
      heading: 'text-heading',
      number: `${bubble} rounded-full bg-primary text-on-primary`,
      summary: 'dark-ground rounded-card bg-sunken p-5 text-ink sm:p-7',
    },
    account: {
      page: 'column grid gap-8 py-section',
      nav: 'rounded-full bg-raised p-1.5! shadow-card md:mx-auto md:flex-row!',
      entry: 'rounded-full px-5 hover:bg-tint hover:text-on-tint',
      current: 'chosen font-semibold',
      body: 'mx-auto w-full max-w-4xl',
      title: 'text-center text-hero',
      section: 'rounded-card bg-raised p-5 shadow-card sm:p-7',
      card: 'rounded-card bg-raised p-4 shadow-card hover:shadow-raised sm:p-6',
    },
    order: { page: 'column max-w-5xl', title: 'text-hero' },
    empty: {
      frame: 'dark-ground my-8 max-w-2xl rounded-card bg-sunken px-6 py-14 text-center text-ink',
      title: 'text-title',
    },
  },
  sheet: {
    auth: {
      page: 'column grid border-b lg:min-h-[70dvh] lg:grid-cols-2',
      head: 'grid content-end gap-2 pt-8 lg:border-e lg:py-section',
      title: 'text-title',
      lead: 'font-details text-ink-soft text-sm',
      slogans:
        'mt-6 grid border-ink border-t font-details text-sm [counter-reset:line] max-lg:hidden lg:me-8 [&>li]:flex [&>li]:justify-between [&>li]:border-b [&>li]:py-3 [&>li]:[counter-increment:line] [&>li]:before:text-link [&>li]:before:content-[counter(line,decimal-leading-zero)]',
      body: 'content-center py-8 lg:py-section lg:ps-8',
      foot: 'border-t pt-5 text-sm',
    },
    checkout: {
      page: 'column pt-8 pb-section',
      title: 'mb-6 text-title',
      grid: `border-t ${columns}`,
      section: 'border-b py-7 lg:pe-8',
      heading: 'text-xl',
      number: 'font-details text-link text-sm before:content-["0"]',
      summary: 'py-7 lg:border-s lg:ps-8',
    },
    account: {
      page: 'column grid border-b md:grid-cols-[12rem_1fr]',
      nav: 'font-details text-sm max-md:border-b max-md:py-1 md:gap-0! md:border-e md:py-8 md:pe-4',
      entry: 'px-2 hover:text-link md:border-b',
      current: 'font-semibold text-link',
      body: 'max-w-4xl py-8 md:ps-8',
      title: 'text-title',
      section: 'border-t pt-5',
      card: 'border-t pt-5 hover:border-ink-soft',
    },
    order: { page: 'column max-w-5xl', title: 'text-title' },
    empty: { frame: 'my-8 max-w-xl items-start! border-y py-10 text-start', title: 'text-title' },
  },
  block: {
    auth: {
      page: 'grid w-full border-ink border-b-2 lg:min-h-[80dvh] lg:grid-cols-2',
      head: 'grid content-between gap-6 border-ink border-b-2 bg-primary px-4 py-8 text-on-primary md:px-6 lg:border-e-2 lg:border-b-0',
      title: 'text-[clamp(2.25rem,5.5vw,5.5rem)] leading-[0.9]! tracking-[-0.04em]!',
      lead: 'max-w-sm font-semibold',
      slogans: 'display grid gap-1 max-lg:hidden',
      body: 'content-center px-4 py-8 md:px-6 lg:px-12',
      foot: 'border-ink border-t-2 pt-5',
    },
    checkout: {
      page: 'w-full',
      title:
        'dark-ground border-ink border-b-2 bg-page px-4 pt-6 pb-3 text-ink text-[min(10vw,9rem)] leading-[0.85]! tracking-[-0.05em]! md:px-6',
      grid: 'items-stretch! lg:grid-cols-[minmax(0,1fr)_26rem]',
      section: 'border-ink border-b-2 px-4 py-8 md:px-6',
      heading: 'text-heading',
      number: `${bubble} bg-primary text-on-primary`,
      summary: 'dark-ground content-start bg-sunken p-4 text-ink sm:p-6 md:p-8 lg:static!',
    },
    account: {
      page: 'grid w-full md:grid-cols-[14rem_1fr]',
      nav: 'mx-0! gap-0! border-ink px-0! max-md:border-b-2 md:min-h-[70dvh] md:border-e-2',
      entry:
        'border-ink px-4 font-bold text-sm uppercase -outline-offset-4 hover:bg-sunken max-md:border-e-2 md:border-b-2 md:px-6',
      current: 'bg-primary! text-on-primary',
      body: 'px-4 py-8 md:px-6',
      title: 'text-[min(10vw,6rem)] leading-[0.85]! tracking-[-0.05em]!',
      section: 'border-ink border-t-2 pt-5',
      card: 'border-2 border-ink p-4 hover:bg-sunken',
    },
    order: {
      page: 'w-full px-4 md:px-6',
      title: 'text-[min(9vw,5rem)] leading-[0.9]! tracking-[-0.04em]!',
    },
    empty: {
      frame:
        'dark-ground my-8 max-w-none! items-start! bg-sunken px-4 py-section text-start text-ink md:px-6',
      title: 'text-[min(9vw,5rem)] leading-[0.9]!',
    },
  },
  letter: {
    auth: {
      page: 'mx-auto grid w-full max-w-xl gap-8 px-gutter py-section',
      head: 'grid gap-3 text-center',
      title: 'text-hero italic',
      lead: 'text-ink-soft text-lg',
      slogans: 'hidden',
      body: 'border-line-strong border-y py-9',
      foot: 'text-center font-display text-lg italic',
    },
    checkout: {
      page: 'column max-w-4xl! py-section',
      title: 'mb-10 text-center text-hero italic',
      grid: 'gap-10',
      section: 'border-line-strong border-t py-8',
      heading: 'text-title italic',
      number: 'font-display text-link italic after:content-["."]',
      summary: 'border-line-strong border-t-4 border-double pt-8 lg:static!',
    },
    account: {
      page: 'column grid gap-10 py-section',
      nav: 'gap-6! border-line-strong border-y py-1 md:flex-row! md:justify-center-safe',
      entry: 'px-1 font-display text-lg italic hover:underline hover:underline-offset-8',
      current: 'underline decoration-2 underline-offset-8',
      body: 'mx-auto w-full max-w-3xl',
      title: 'text-center text-hero italic',
      section: 'border-line-strong border-t pt-7',
      card: 'border-line-strong border-b pb-6 hover:border-ink-soft',
    },
    order: { page: 'column max-w-4xl!', title: 'text-title italic' },
    empty: { frame: 'max-w-xl py-section text-center', title: 'text-title italic' },
  },
};
