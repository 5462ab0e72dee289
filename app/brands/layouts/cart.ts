import type { Design } from '../design.ts';

/** Class names of the cart's parts. */
type CartLayout = {
  page: string;
  head: string;
  title: string;
  grid: string;
  lines: string;
  line: string;
  clear: string;
  summary: string;
};

/** Class names of each cart layout. */
export const cartLayouts: Record<Design['cart'], CartLayout> = {
  job: {
    page: 'column py-section',
    head: 'border-ink border-b-(length:--stroke) pb-4',
    title: 'text-hero',
    grid: 'grid items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_22rem]',
    lines: '',
    line: 'border-b border-line-strong border-dashed py-5',
    clear: '-ms-3.5',
    summary: 'stroked rounded-card border-ink bg-raised p-6 shadow-raised',
  },
  table: {
    page: 'column py-section',
    head: 'justify-center! flex-col items-center! text-center',
    title: 'text-hero',
    grid: 'grid items-start gap-8 lg:grid-cols-[1fr_24rem]',
    lines: 'grid gap-4',
    line: 'rounded-card bg-raised p-3 shadow-card md:p-4',
    clear: '',
    summary: 'dark-ground rounded-card bg-sunken p-6 text-ink md:p-8',
  },
  sheet: {
    page: 'column pt-8 pb-section',
    head: '',
    title: 'text-title',
    grid: 'grid items-start border-t lg:grid-cols-[1fr_24rem]',
    lines: '',
    line: 'border-b py-4 lg:pe-8',
    clear: '-ms-3.5',
    summary: 'py-6 lg:border-s lg:ps-8',
  },
  block: {
    page: 'w-full pb-section',
    head: 'dark-ground border-ink border-b-2 bg-page px-4 pt-6 pb-3 text-ink md:px-6 mb-0!',
    title: 'text-[min(16vw,11rem)] leading-[0.8]! tracking-[-0.05em]!',
    grid: 'grid items-stretch lg:grid-cols-[1fr_26rem]',
    lines: '',
    line: 'border-ink border-b-2 px-4 py-4 md:px-6',
    clear: 'mb-4 md:ms-2',
    summary: 'dark-ground border-ink bg-sunken p-6 text-ink md:p-8 lg:min-h-96 lg:border-s-2',
  },
  letter: {
    page: 'column max-w-4xl! py-section',
    head: 'flex-col items-center! gap-2! text-center',
    title: 'text-hero italic',
    grid: 'grid gap-10',
    lines: 'border-line-strong border-t',
    line: 'border-b py-6',
    clear: '-ms-3.5',
    summary: 'ms-auto w-full max-w-md border-line-strong border-t pt-6',
  },
};
