import type { Design } from '../design.ts';

/** Class names of the footer's parts. */
type FooterLayout = {
  grid: string;
  /** May use `--letters`, the number of letters of the name. */
  name: string;
  about: string;
  socials: string;
  /** Each of the three lists. */
  part: string;
  heading: string;
  entry: string;
  address: string;
  end: string;
};

const entry =
  'inline-flex min-h-11 min-w-11 items-center text-start text-ink-soft max-sm:wrap-anywhere hover:text-ink hover:underline md:min-h-9';
const address = 'py-1.5 text-ink-soft';
const heading = 'mb-2 font-details font-semibold text-ink text-sm';
const end = 'column border-t py-6 font-details text-ink-soft text-sm';

/** Class names of each footer layout. */
export const footerLayouts: Record<Design['footer'], FooterLayout> = {
  columns: {
    grid: 'column grid gap-x-10 gap-y-6 py-section sm:grid-cols-2 lg:grid-cols-[minmax(max-content,2fr)_1fr_1fr_1.4fr] lg:grid-rows-[auto_1fr]',
    name: 'display whitespace-nowrap text-title max-lg:col-span-full lg:col-start-1',
    about: 'max-w-sm max-lg:col-span-full lg:col-start-1 lg:row-start-2',
    socials: 'mt-5 flex flex-wrap gap-2',
    part: 'lg:row-span-2 lg:row-start-1',
    heading,
    entry,
    address,
    end,
  },
  centred: {
    grid: 'column grid gap-x-[min(2.5rem,3vw)] gap-y-8 py-section text-center sm:grid-cols-3',
    name: 'display col-span-full text-hero',
    about: 'col-span-full mx-auto -mt-2 mb-4 max-w-md [&_p]:text-balance',
    socials: 'mt-6 flex flex-wrap justify-center gap-2',
    part: '',
    heading: 'display mb-2 text-heading text-ink',
    entry: `${entry} text-center!`,
    address,
    end: `${end} text-center`,
  },
  ruled: {
    grid: 'column grid sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr] lg:grid-rows-[auto_1fr]',
    name: 'display pt-10 text-heading max-lg:col-span-full lg:col-start-1',
    about: 'max-w-xs pt-3 pb-10 text-sm max-lg:col-span-full lg:col-start-1 lg:row-start-2 lg:pe-6',
    socials: 'mt-5 flex flex-wrap gap-2',
    part: 'py-6 max-lg:border-t sm:pe-6 lg:row-span-2 lg:row-start-1 lg:border-s lg:py-10 lg:ps-5',
    heading: 'mb-3 font-details text-ink-soft text-xs before:content-["/_"] before:text-link',
    entry: `${entry} text-sm text-ink!`,
    address: 'py-2 text-ink text-sm',
    end: 'border-t px-gutter py-4 font-details text-ink-soft text-xs',
  },
  billboard: {
    grid: 'grid w-full gap-x-10 gap-y-8 px-4 pt-section sm:grid-cols-2 md:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr]',
    name: 'display order-last col-span-full whitespace-nowrap text-[calc((103vw-1rem)/var(--letters))] leading-[0.8]! text-link select-none -ms-[0.04em]',
    about: 'max-w-sm font-semibold text-ink',
    socials: 'mt-5 flex flex-wrap gap-2',
    part: '',
    heading: 'display mb-2 text-ink text-sm',
    entry,
    address,
    end: 'mt-6 border-ink border-t-2 px-4 py-4 font-details text-ink text-xs uppercase md:px-6',
  },
  spread: {
    grid: 'column grid gap-x-[4vw] gap-y-10 py-section sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1.3fr] lg:grid-rows-[1fr_auto]',
    name: 'display text-hero max-lg:col-span-full lg:col-start-1',
    about: 'max-w-sm text-lg max-lg:col-span-full lg:col-start-1 lg:row-start-2',
    socials: 'mt-6 flex flex-wrap gap-2',
    part: 'lg:row-span-2 lg:row-start-1',
    heading: 'mb-3 border-b pb-3 font-display text-ink text-lg italic',
    entry,
    address,
    end: `${end} lg:text-end`,
  },
};
