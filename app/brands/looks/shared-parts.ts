/** Class names shared by several looks. */

export const headerLinks = 'hidden items-center md:flex';

export const headerLink = 'inline-flex min-h-11 items-center whitespace-nowrap aria-[current=page]:text-link';

export const footerEntry =
  'inline-flex min-h-11 min-w-11 items-center text-start text-ink-soft max-sm:wrap-anywhere hover:text-ink hover:underline md:min-h-9';

export const footerAddress = 'py-1.5 text-ink-soft';

export const footerHeading = 'mb-2 font-details font-semibold text-ink text-sm';

export const footerEnd = 'column border-t py-6 font-details text-ink-soft text-sm';

export const prose = 'flex max-w-prose flex-col gap-5 text-lg leading-relaxed';

export const filtersBeside = {
  aside: 'noscript:block max-lg:hidden noscript:max-lg:order-last',
  filters: '',
  filter: 'border-b py-1',
  summary: '',
  panel: 'pb-3',
  row: false,
  main: '',
  sizes: '(min-width: 80rem) 19rem, (min-width: 48rem) 30vw, 44vw',
};

export const filtersAbove = {
  aside: 'noscript:block max-lg:hidden noscript:max-lg:order-last',
  row: true,
};

export const filterUnfolded =
  'lg:absolute lg:start-0 lg:top-full lg:z-30 lg:max-h-[60dvh] lg:w-72 lg:overflow-y-auto lg:bg-raised lg:p-4 lg:shadow-raised max-lg:pb-3';

/** Lower on short phones, so that the product's name is on the first screen. */
export const galleryTrack =
  'flex aspect-square w-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain max-md:max-h-[max(11rem,100svh-29rem)] max-md:[&_img]:object-contain';

/** `sizes` of gallery pictures beside a column, up to their width on a phone. */
export const gallerySizes = '(min-width: 64rem) 46rem, (min-width: 48rem) 50vw';

export const galleryThumb = 'stroked size-16 rounded-picture border-line md:size-20';

export const checkoutColumns = 'lg:grid-cols-[minmax(0,1fr)_24rem]';

export const stepNumber = 'grid size-8 shrink-0 place-items-center font-details text-base';
