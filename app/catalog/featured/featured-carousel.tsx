import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { homeTexts } from '#app/i18n/texts/home.ts';
import type { CardProduct } from '#app/product/product.ts';
import { Button } from '#app/ui/button.tsx';
import { scrollFocusIntoView } from '#app/ui/scroll-row.ts';
import { ProductCard } from '../card/product-card.tsx';
import { useAutoAdvance } from './auto-advance.ts';
import { cardGap, cardWidth, nextStop, previousStop } from './stops.ts';

type FeaturedCarouselProps = {
  /** Accessible name of the carousel. */
  label: string;
  products: CardProduct[];
};

/** Carousel of featured products that advances by itself and wraps around (docs/product.md, Featured products). */
export function FeaturedCarousel({ label, products }: FeaturedCarouselProps) {
  const t = homeTexts();
  const track = useRef<HTMLUListElement>(null);
  const [paused, setPaused] = useState(false);

  const go = (stop: typeof nextStop) => {
    const row = track.current;
    const card = row?.firstElementChild;
    if (!row || !card) return;
    // In right-to-left pages `scrollLeft` counts down from 0.
    const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    const left =
      sign * stop(Math.abs(row.scrollLeft), row.scrollWidth - row.clientWidth, card.clientWidth + cardGap);
    row.scrollTo({ left, behavior: 'smooth' });
  };
  const auto = useAutoAdvance(paused, () => go(nextStop));
  const moveManually = (stop: typeof nextStop) => () => {
    auto.used();
    go(stop);
  };

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => auto.hold('pointer', true)}
      onPointerLeave={() => auto.hold('pointer', false)}
      // A tap also leaves focus on the element, without a keyboard user there.
      onFocus={({ target }) => auto.hold('keyboard', target.matches(':focus-visible'))}
      onBlur={() => auto.hold('keyboard', false)}
      onPointerDown={auto.used}
      onWheel={auto.used}
    >
      <ul
        ref={track}
        onFocus={scrollFocusIntoView}
        style={{ gap: cardGap }}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain px-(--row-start,0px) py-2 [scrollbar-width:none]"
      >
        {products.map((product) => (
          <li key={product.id} style={{ width: `min(${cardWidth}px, 100%)` }} className="shrink-0 snap-start">
            <ProductCard product={product} sizes={`${cardWidth}px`} />
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2 pt-3">
        <Button
          variant="quiet"
          size="icon"
          aria-label={paused ? t('play') : t('pause')}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <Play className="size-5" /> : <Pause className="size-5" />}
        </Button>
        <Button variant="outline" size="icon" aria-label={t('previous')} onClick={moveManually(previousStop)}>
          <ChevronLeft className="size-5 rtl:-scale-x-100" />
        </Button>
        <Button variant="outline" size="icon" aria-label={t('next')} onClick={moveManually(nextStop)}>
          <ChevronRight className="size-5 rtl:-scale-x-100" />
        </Button>
      </div>
    </section>
  );
}
