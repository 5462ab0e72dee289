import type { Design } from '#app/brands/design.ts';

/** Class names of the parts of a product card. */
interface CardLook {
  card: string;
  figure: string;
  badges: string;
  body: string;
  category: string;
  name: string;
  price: string;
  /** Wishlist heart and **Add to cart** button. */
  actions: string;
}

/** Class names of each card layout; all have the same parts in the same order. */
export const cardLooks: Record<Design['card'], CardLook> = {
  ticket: {
    card: 'stroked rounded-card border-line-strong bg-raised transition-[translate,box-shadow] hover:-translate-y-0.5 hover:shadow-card',
    figure:
      'rounded-t-[calc(var(--round-card)-var(--stroke))] bg-sunken border-b border-dashed border-line-strong',
    badges: 'start-2 top-2',
    body: 'p-3 md:p-4',
    category: 'text-xs text-ink-soft',
    name: 'font-semibold leading-snug',
    price: 'mt-1 md:text-lg',
    actions: 'end-1 top-1',
  },
  box: {
    card: 'rounded-card bg-raised p-2 shadow-card transition-[translate,box-shadow] hover:-translate-y-1 hover:shadow-raised md:p-3',
    figure: 'rounded-picture bg-tint',
    badges: 'start-2 top-2',
    body: 'px-2 pt-3 pb-2',
    category: 'text-xs text-ink-soft',
    name: 'display text-[1.0625rem] leading-tight! md:text-xl',
    price: 'mt-1.5',
    actions: 'end-2 top-2 md:end-3 md:top-3',
  },
  spec: {
    card: 'rounded-card border bg-surface transition-colors hover:border-line-strong',
    figure: 'rounded-t-[calc(var(--round-card)-1px)] bg-sunken',
    badges: 'start-3 top-3',
    body: 'border-t p-3 md:p-4',
    category: 'text-xs text-ink-soft',
    name: 'font-medium leading-snug tracking-tight',
    price: 'mt-2 text-sm',
    actions: 'end-1 top-1',
  },
  slab: {
    card: 'bg-surface outline-primary transition-[outline-offset] hover:outline-4 hover:-outline-offset-4',
    figure: 'bg-sunken',
    badges: 'start-0 top-0 gap-0!',
    body: '@container border-t-2 border-ink p-3',
    category: 'text-xs text-ink-soft',
    name: 'font-display font-extrabold text-[clamp(0.75rem,9.8cqi,1rem)] uppercase leading-tight',
    price: 'mt-2 text-sm',
    actions: 'end-1 top-1',
  },
  plate: {
    card: 'group/plate',
    figure: 'bg-raised',
    badges: 'start-3 top-3',
    // Leaves room for the card's focus ring.
    body: 'border-t border-line-strong px-1.5 pt-3',
    category: 'text-xs italic text-ink-soft font-display',
    name: 'font-display text-lg leading-snug group-hover/plate:underline underline-offset-4 decoration-1',
    price: 'mt-1 text-sm',
    actions: 'end-1 top-1',
  },
};
