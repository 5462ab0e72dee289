import type { Design } from '../design.ts';

/** Class names of a product page's parts. */
type ProductLayout = {
  page: string;
  crumbs: string;
  grid: string;
  /** Pictures: gallery, frame, track, slide and thumbnails. */
  gallery: string;
  frame: string;
  track: string;
  slide: string;
  thumbs: string;
  thumb: string;
  /** The column beside the pictures. */
  info: string;
  head: string;
  /** May use `--letters` and `--longest`, the length of the name and of its longest word. */
  title: string;
  price: string;
  buy: string;
  delivery: string;
  facts: string;
};

const track = 'flex aspect-square snap-x snap-mandatory overflow-x-auto overscroll-x-contain';
const thumb = 'stroked size-16 rounded-picture border-line md:size-20';

/** Class names of each product layout. */
export const productLayouts: Record<Design['product'], ProductLayout> = {
  job: {
    page: 'column',
    crumbs: 'pt-4 md:pt-6',
    grid: 'mt-4 grid items-start gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-[1.15fr_1fr] lg:gap-x-12',
    gallery: 'flex flex-col gap-3 md:sticky md:top-24',
    frame: 'stroked rounded-card border-line-strong bg-sunken',
    track,
    slide: '',
    thumbs: '-m-1 flex gap-2 overflow-x-auto p-1',
    thumb,
    info: 'flex flex-col gap-7 lg:stroked lg:rounded-card lg:border-ink lg:bg-raised lg:p-7 lg:shadow-raised',
    head: 'flex flex-col gap-3 border-line-strong border-b-2 border-dashed pb-5',
    title: 'text-[calc(clamp(2.4rem,1.6rem+3vw,4rem)*var(--display-scale))]',
    price: 'text-2xl',
    buy: '',
    delivery: 'border-line-strong border-y-2 border-dashed py-5 text-sm',
    facts: 'text-sm',
  },
  stage: {
    page: 'column',
    crumbs: 'pt-4 md:pt-6',
    grid: 'mt-4 grid items-start gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-[1fr_1.25fr] lg:gap-x-10',
    gallery: 'flex flex-col gap-4 md:order-last md:sticky md:top-24',
    frame: 'rounded-card bg-raised p-2 shadow-raised md:p-4 [&>ul]:rounded-picture',
    track,
    slide: '',
    thumbs: 'flex justify-center-safe gap-3 overflow-x-auto p-1',
    thumb: `${thumb} lg:size-24`,
    info: 'flex flex-col gap-6 lg:pt-6',
    head: 'flex flex-col gap-4',
    title: 'text-[calc(clamp(2.4rem,1.6rem+3vw,5rem)*var(--display-scale))]',
    price: 'self-start rounded-full bg-primary px-4 py-1 text-on-primary text-xl [&_s]:text-on-primary',
    buy: 'rounded-card bg-raised p-pad shadow-card lg:p-6',
    delivery: 'rounded-card bg-sunken p-pad text-sm md:p-6',
    facts: 'text-sm',
  },
  bench: {
    page: 'column',
    crumbs: 'py-3',
    grid: '-mx-gutter grid border-t md:grid-cols-2 lg:grid-cols-[1fr_28rem]',
    gallery: 'flex flex-col gap-3 md:sticky md:top-14 md:self-start lg:flex-row-reverse lg:gap-0 lg:border-b',
    frame: 'bg-sunken lg:aspect-square lg:max-h-[calc(100dvh-3.5rem)] lg:min-w-0 lg:flex-1 lg:self-start',
    track: `${track} lg:aspect-auto lg:h-full`,
    slide: 'lg:[&_img]:object-contain',
    thumbs: 'flex gap-2 overflow-x-auto px-gutter py-1 lg:flex-col lg:border-e lg:p-3',
    thumb: 'size-16 rounded-picture border border-line',
    info: 'flex flex-col border-s [&>*]:border-b [&>*]:px-gutter [&>*]:py-6 lg:[&>*]:px-7',
    head: 'flex flex-col gap-4',
    title: 'text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]',
    price: 'text-xl',
    buy: '',
    delivery: 'font-details text-[0.8125rem]',
    facts: 'font-details text-[0.8125rem] [&>div]:border-b [&>div]:py-2',
  },
  half: {
    page: '',
    crumbs: 'border-ink border-b-2 px-4 py-1 md:px-6',
    grid: 'grid border-ink border-b-2 md:grid-cols-2 lg:grid-cols-[1.1fr_1fr]',
    gallery: 'flex flex-col md:sticky md:top-16 md:self-start',
    frame: 'bg-sunken',
    track: `${track} lg:aspect-auto lg:h-[calc(100dvh-9.5rem)] lg:min-h-120`,
    slide: '',
    thumbs: 'flex overflow-x-auto border-ink border-t-2 [&>li]:flex-1 [&>li+li]:border-s-2 [&>li]:border-ink',
    thumb:
      'h-24 w-full min-w-20 -outline-offset-4 aria-[current=true]:border-4 aria-[current=true]:-outline-offset-8',
    info: 'flex flex-col border-ink md:border-s-2 [&>*]:border-ink [&>*]:border-b-2 [&>*]:px-4 [&>*]:py-5 md:[&>*]:px-6 [&>*:last-child]:border-b-0',
    head: '@container flex flex-col gap-5',
    title:
      'text-[min(clamp(2.25rem,1rem+4.4vw,4.75rem),108cqi/var(--longest),max(2rem,150rem/var(--letters)))] leading-[0.86]! break-words',
    price: 'text-2xl',
    buy: '',
    delivery: 'font-semibold text-sm',
    facts: 'text-sm uppercase',
  },
  spread: {
    page: 'column',
    crumbs: 'pt-4 md:pt-6',
    grid: 'mt-6 grid items-start gap-x-[5vw] gap-y-10 md:grid-cols-2 lg:grid-cols-[1.35fr_1fr]',
    gallery: 'flex flex-col gap-3 md:max-lg:sticky md:max-lg:top-28',
    frame: '',
    track: `${track} lg:grid lg:aspect-auto lg:grid-cols-2 lg:gap-4 lg:overflow-visible`,
    slide:
      'bg-sunken lg:h-auto lg:aspect-square lg:first:col-span-2 lg:first:aspect-[8/9] lg:last:nth-[2n]:col-span-2',
    thumbs: '-m-1 flex gap-2 overflow-x-auto p-1 lg:hidden',
    thumb: 'size-16 border border-line md:size-20',
    info: 'flex flex-col gap-9 lg:sticky lg:top-24 lg:pt-10',
    head: 'flex flex-col gap-4',
    title: 'text-[calc(clamp(2.4rem,1.4rem+4vw,5rem)*var(--display-scale))] italic',
    price: 'font-display text-2xl',
    buy: 'border-line-strong border-t pt-7',
    delivery: 'border-line-strong border-y py-6 text-sm',
    facts: 'text-sm',
  },
};
