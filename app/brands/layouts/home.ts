import type { Design } from '../design.ts';

/** Class names of a category tile's parts. */
type TileLayout = { tile: string; picture: string; foot: string; name: string; detail: string };

/** Class names of the category tiles, by card layout. */
export const tileLayouts: Record<Design['card'], TileLayout> = {
  ticket: {
    tile: 'stroked rounded-card border-line-strong bg-raised transition-[translate,box-shadow] hover:-translate-y-0.5 hover:shadow-card',
    picture:
      'h-40 rounded-t-[calc(var(--round-card)-var(--stroke))] border-b border-dashed border-line-strong sm:h-60 lg:h-64',
    foot: 'flex grow items-center justify-between gap-x-2 px-3 py-3 max-sm:has-[p]:flex-col max-sm:has-[p]:items-start md:px-4',
    name: 'text-[calc(1.25rem*var(--display-scale))]',
    detail: 'text-xs',
  },
  box: {
    tile: 'rounded-card bg-raised p-2 shadow-card transition-[translate,box-shadow] hover:-translate-y-1 hover:shadow-raised md:p-3',
    picture: 'h-40 rounded-picture sm:h-64',
    foot: 'flex grow items-baseline justify-between gap-x-3 px-2 pt-3 pb-2 max-sm:has-[p]:flex-col',
    name: 'text-heading',
    detail: 'text-sm',
  },
  spec: {
    tile: 'rounded-card border bg-surface transition-colors hover:border-line-strong',
    picture: 'h-40 rounded-t-[calc(var(--round-card)-1px)] sm:h-64 lg:h-72',
    foot: 'flex grow items-center justify-between gap-3 border-t px-3 py-3 md:px-4',
    name: 'text-lg tracking-tight!',
    detail: 'text-xs max-sm:hidden',
  },
  slab: {
    tile: 'outline-primary transition-[outline-offset] hover:outline-4 hover:-outline-offset-4',
    picture: 'h-48 sm:h-72 lg:h-84',
    foot: 'absolute inset-x-0 bottom-0 flex items-center justify-between gap-3 bg-page/95 p-3 md:p-4 group-hover:bg-primary group-hover:text-on-primary',
    name: 'text-[calc(1.15rem*var(--display-scale))] md:text-heading',
    detail: 'text-xs group-hover:text-inherit max-sm:hidden',
  },
  plate: {
    tile: '',
    picture: 'h-48 sm:h-72 lg:h-80',
    foot: 'flex grow flex-col gap-1 border-t border-line-strong pt-3 [&>svg]:hidden',
    name: 'text-xl leading-snug! md:text-heading',
    detail: 'italic font-display! text-sm',
  },
};

/** Class names of the parts of the brand's story. */
type StoryLayout = { section: string; grid: string; title: string; text: string; list: string };

const prose = 'flex max-w-prose flex-col gap-5 text-lg leading-relaxed';

/** Class names of each story layout. */
export const storyLayouts: Record<Design['story'], StoryLayout> = {
  columns: {
    section: 'border-y bg-sunken',
    grid: 'column grid gap-x-16 gap-y-8 py-section lg:grid-cols-[1fr_1.1fr]',
    title: 'text-title',
    text: prose,
    list: 'mt-3 grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line-strong pt-6 font-details text-sm',
  },
  proof: {
    section: 'border-y-(length:--stroke) border-ink bg-tint text-on-tint',
    grid: 'column grid items-end gap-x-16 gap-y-8 py-section lg:grid-cols-[1.35fr_1fr]',
    title: 'text-hero',
    text: prose,
    list: 'mt-3 flex flex-wrap gap-2 font-semibold text-sm [&>li]:stroked [&>li]:rounded-control [&>li]:border-current [&>li]:px-3 [&>li]:py-1.5',
  },
  sheet: {
    section: 'border-y',
    grid: 'column grid gap-x-8 gap-y-8 py-section lg:grid-cols-2',
    title: 'text-hero',
    text: 'flex flex-col gap-5 text-lg leading-relaxed',
    list: 'mt-3 grid border-t border-ink font-details text-sm [counter-reset:line] [&>li]:flex [&>li]:justify-between [&>li]:border-b [&>li]:py-3 [&>li]:[counter-increment:line] [&>li]:before:text-link [&>li]:before:content-[counter(line,decimal-leading-zero)]',
  },
  billboard: {
    section: 'bg-primary text-on-primary [&>.ornament]:hidden',
    grid: 'flex w-full flex-col gap-8 px-4 py-section md:px-6',
    title: 'text-[min(9vw,9.5rem)] leading-[0.85]!',
    text: 'grid gap-x-10 gap-y-5 font-semibold text-lg md:grid-cols-2 [&>p]:max-w-prose',
    list: 'display col-span-full mt-2 flex flex-wrap gap-x-8 gap-y-2 border-t-2 border-current pt-4 text-sm md:justify-between',
  },
  quotation: {
    section: '',
    grid: 'column flex flex-col items-center gap-10 py-section text-center',
    title: 'max-w-4xl text-hero italic',
    text: 'grid max-w-4xl gap-x-16 gap-y-5 text-start text-lg leading-relaxed md:grid-cols-2',
    list: 'col-span-full mt-4 flex flex-wrap justify-center gap-x-10 gap-y-2 border-t border-line-strong pt-6 font-display text-ink-soft italic',
  },
};
