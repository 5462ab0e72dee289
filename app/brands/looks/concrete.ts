import type { Look } from './look.ts';
import {
  filtersAbove,
  filterUnfolded,
  footerAddress,
  footerEntry,
  galleryTrack,
  headerLink,
  headerLinks,
  stepNumber,
} from './shared-parts.ts';

/** Concrete and neon: full width, hard edges and extended type. */
export const concrete: Look = {
  header: {
    // The brand's black surface, also in the light theme.
    bar: 'dark-ground border-line-strong border-b-2 bg-page text-ink',
    row: 'flex h-16 w-full items-stretch ps-4 lg:ps-6',
    name: 'md:max-lg:sr-only',
    links: `${headerLinks} ms-4 lg:ms-6 items-stretch border-line-strong md:border-s-2 md:max-lg:grow md:max-lg:[&>*]:grow md:max-lg:[&>*]:justify-center md:max-lg:[&>:last-child]:border-e-0`,
    link: `${headerLink} border-line-strong border-e-2 px-2 font-bold lg:px-5 text-sm uppercase hover:bg-primary hover:text-on-primary aria-[current=page]:hover:text-on-primary`,
    search: 'hidden max-w-96 flex-1 self-center px-4 xl:block',
    toggle: 'xl:hidden',
    actions: 'ms-auto flex items-center gap-1 pe-2 md:border-line-strong md:border-s-2 md:px-3',
  },
  footer: {
    grid: 'grid w-full gap-x-10 gap-y-8 px-4 pt-section sm:grid-cols-2 md:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr]',
    name: 'display order-last col-span-full whitespace-nowrap text-[calc((103vw-1rem)/var(--letters))] leading-[0.8]! text-link select-none -ms-[0.04em]',
    about: 'max-w-sm font-semibold text-ink',
    socials: 'mt-5 flex flex-wrap gap-2',
    part: '',
    heading: 'display mb-2 text-ink text-sm',
    entry: footerEntry,
    address: footerAddress,
    end: 'mt-6 border-ink border-t-2 px-4 py-4 font-details text-ink text-xs uppercase md:px-6',
  },
  card: {
    card: 'bg-surface outline-primary transition-[outline-offset] hover:outline-4 hover:-outline-offset-4',
    figure: 'bg-sunken',
    badges: 'start-0 top-0 gap-0!',
    body: '@container border-t-2 border-ink p-3',
    category: 'text-xs text-ink-soft',
    name: 'font-display font-extrabold text-[clamp(0.75rem,9.8cqi,1rem)] uppercase leading-tight',
    price: 'mt-2 text-sm',
    actions: 'end-1 top-1',
  },
  tile: {
    tile: 'outline-primary transition-[outline-offset] hover:outline-4 hover:-outline-offset-4',
    picture: 'h-48 sm:h-72 lg:h-84',
    foot: 'absolute inset-x-0 bottom-0 flex items-center justify-between gap-3 bg-page/95 p-3 md:p-4 group-hover:bg-primary group-hover:text-on-primary',
    name: 'text-[min(1.15rem*var(--display-scale),(100cqi-3.75rem)/var(--longest)/0.84)] md:text-heading',
    detail: 'text-xs group-hover:text-inherit max-sm:hidden',
  },
  story: {
    section: 'bg-primary text-on-primary [&>.ornament]:hidden',
    grid: 'flex w-full flex-col gap-8 px-4 py-section md:px-6',
    title: 'text-[min(9vw,9.5rem)] leading-[0.85]!',
    text: 'grid gap-x-10 gap-y-5 font-semibold text-lg md:grid-cols-2 [&>p]:max-w-prose',
    list: 'display col-span-full mt-2 flex flex-wrap gap-x-8 gap-y-2 border-t-2 border-current pt-4 text-sm md:justify-between',
  },
  listing: {
    ...filtersAbove,
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
    panel: `${filterUnfolded} lg:border-2 lg:border-ink`,
    main: 'px-4 [&>section]:-mx-4 md:px-6 md:[&>section]:-mx-6',
    grid: 'grid grid-cols-2 border-ink border-t-2 md:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-5 [&>li]:border-ink [&>li]:border-e-2 [&>li]:border-b-2',
    sizes: '(min-width: 96rem) 20vw, (min-width: 64rem) 25vw, (min-width: 48rem) 33vw, 50vw',
  },
  product: {
    page: '',
    crumbs: 'border-ink border-b-2 px-4 py-1 md:px-6',
    grid: 'grid border-ink border-b-2 md:grid-cols-2 lg:grid-cols-[1.1fr_1fr]',
    gallery: 'flex flex-col md:sticky md:top-16 md:self-start',
    frame: 'bg-sunken',
    track: `${galleryTrack} lg:aspect-auto lg:h-[calc(100dvh-9.5rem)] lg:min-h-120`,
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
  cart: {
    page: 'w-full pb-section',
    head: 'dark-ground border-ink border-b-2 bg-page px-4 pt-6 pb-3 text-ink md:px-6 mb-0!',
    title: 'text-[min(16vw,11rem)] leading-[0.8]! tracking-[-0.05em]!',
    grid: 'grid items-stretch lg:grid-cols-[1fr_26rem]',
    lines: '',
    line: 'border-ink border-b-2 px-4 py-4 md:px-6',
    clear: 'mb-4 md:ms-2',
    summary: 'dark-ground border-ink bg-sunken p-6 text-ink md:p-8 lg:min-h-96 lg:border-s-2',
  },
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
    number: `${stepNumber} bg-primary text-on-primary`,
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
    frame: 'dark-ground my-8 max-w-none! items-start! bg-sunken px-4 py-section text-start text-ink md:px-6',
    title: 'text-[min(9vw,5rem)] leading-[0.9]!',
  },
};
