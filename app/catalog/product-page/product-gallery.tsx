import { Maximize2, Play } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { productTexts } from '#app/i18n/texts/product.ts';
import type { Product } from '#app/product/product.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import { pageDirection } from '#app/ui/page-direction.ts';
import { Picture } from '#app/ui/picture.tsx';
import { scrollFocusIntoView } from '#app/ui/scroll-row.ts';
import { MissingPicture } from '../card/missing-picture.tsx';
import { ProductBadges } from '../card/product-badges.tsx';
import { ProductVideo } from './product-video.tsx';
import { useProductLayout } from './use-product-layout.ts';

const ZoomDialog = lazyWithRetry(() => import('./zoom-dialog.tsx'), { Failed: DialogLoadFailed });

type Slide = { kind: 'picture' | 'video'; src: string };

type GalleryProps = {
  product: Product;
  alts: Record<string, string>;
  /** URL of the picture to show, or ''. */
  picture: string;
};

/** A product's pictures and videos, with swipe, thumbnails and zoom. */
export function Gallery({ product, alts, picture }: GalleryProps) {
  const { id, name, images, videos } = product;
  const t = productTexts();
  const layout = useProductLayout();
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState<string | null>(null);
  const hidden = useHiddenSlides(track);
  useFocusInView(track, hidden);
  const slides: Slide[] = [
    ...images.map((src) => ({ kind: 'picture' as const, src })),
    ...videos.map((src) => ({ kind: 'video' as const, src })),
  ];

  const show = (index: number) => {
    const slide = track.current?.children[index];
    if (slide instanceof HTMLElement) track.current?.scrollTo({ left: slide.offsetLeft });
  };
  const turn = useEffectEvent((src: string) => {
    if (images.includes(src)) show(images.indexOf(src));
  });
  useEffect(() => {
    turn(picture);
  }, [picture]);
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {};
    setCurrent(Math.round(Math.abs(scrollLeft) / Math.max(clientWidth, 1)));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // If a brand stacks all pictures, the keys scroll.
    if (!step || hidden.size === 0 || event.target instanceof HTMLMediaElement) return;
    event.preventDefault();
    show(current + (pageDirection() === 'rtl' ? -step : step));
  };

  return (
    <section aria-label={t('pictures')} className={classes('min-w-0', layout.gallery)}>
      <div className={classes('relative overflow-hidden', layout.frame)}>
        <ul
          ref={track}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
          className={classes('motion-safe:scroll-smooth [scrollbar-width:none]', layout.track)}
        >
          {slides.map((slide, index) => (
            <li
              key={slide.src}
              // Slides that are scrolled away are not focusable.
              inert={hidden.has(index)}
              className={classes('relative size-full shrink-0 snap-start snap-always', layout.slide)}
            >
              {slide.kind === 'video' ? (
                <ProductVideo
                  src={slide.src}
                  poster={images[0] ?? ''}
                  sizes={layout.sizes}
                  visible={index === current}
                />
              ) : (
                <BareButton
                  onClick={() => setZoomed(slide.src)}
                  className="size-full cursor-zoom-in -outline-offset-4"
                >
                  {/* The first picture loads at once and morphs from its card. */}
                  <Picture
                    src={slide.src}
                    alt={alts[slide.src] ?? t('pictureOf', { name, n: index + 1, count: images.length })}
                    sizes={layout.sizes}
                    eager={index === 0}
                    morphName={index === 0 ? `product-${id}` : undefined}
                    className="size-full object-cover"
                  />
                  <span
                    aria-hidden="true"
                    className="pointer-events-none absolute end-3 bottom-3 grid size-9 place-items-center rounded-control bg-raised text-ink"
                  >
                    <Maximize2 className="size-4" />
                  </span>
                </BareButton>
              )}
            </li>
          ))}
          {slides.length === 0 ? (
            <li className={classes('size-full', layout.slide)}>
              <MissingPicture name={name} />
            </li>
          ) : null}
        </ul>
        <ProductBadges product={product} className="absolute start-3 top-3" />
      </div>
      {slides.length > 1 ? (
        <ul onFocus={scrollFocusIntoView} className={layout.thumbs}>
          {slides.map((slide, index) => (
            <li key={slide.src} className="shrink-0">
              <BareButton
                aria-label={t(slide.kind === 'video' ? 'showVideo' : 'showPicture', { n: index + 1 })}
                aria-current={index === current ? 'true' : undefined}
                onClick={() => show(index)}
                className={classes(
                  'grid grid-rows-1 place-items-center overflow-hidden bg-sunken hover:border-line-strong aria-[current=true]:border-focus',
                  layout.thumb,
                )}
              >
                <Picture
                  src={slide.kind === 'video' ? (images[0] ?? '') : slide.src}
                  alt=""
                  sizes="5rem"
                  widest={240}
                  className="col-start-1 row-start-1 size-full object-cover"
                />
                {slide.kind === 'video' ? (
                  <span
                    aria-hidden="true"
                    className="col-start-1 row-start-1 grid size-8 place-items-center rounded-control bg-raised text-ink"
                  >
                    <Play className="size-4" />
                  </span>
                ) : null}
              </BareButton>
            </li>
          ))}
        </ul>
      ) : null}
      {zoomed ? <ZoomDialog src={zoomed} name={name} onClose={() => setZoomed(null)} /> : null}
    </section>
  );
}

/** Indices of the slides that are scrolled out of view; empty if a brand shows all slides. */
function useHiddenSlides(track: RefObject<HTMLUListElement | null>): ReadonlySet<number> {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const root = track.current;
    if (!root) return;
    const slides = [...root.children];
    const observer = new IntersectionObserver(
      (entries) =>
        setHidden((before) => {
          const now = new Set(before);
          for (const { target, intersectionRatio } of entries) {
            const index = slides.indexOf(target);
            if (intersectionRatio < 0.5) now.add(index);
            else now.delete(index);
          }
          return now;
        }),
      { root, threshold: 0.5 },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, [track]);
  return hidden;
}

/** Moves focus along with the visible picture, because a hidden one cannot keep it. */
function useFocusInView(track: RefObject<HTMLUListElement | null>, hidden: ReadonlySet<number>): void {
  const lost = useRef(false);
  useLayoutEffect(() => {
    const slides = [...(track.current?.children ?? [])];
    lost.current ||= slides.some(
      (slide, index) => hidden.has(index) && slide.contains(document.activeElement),
    );
    const inView = slides.find((_, index) => !hidden.has(index));
    if (!lost.current || !inView) return;
    lost.current = false;
    inView.querySelector<HTMLElement>('button, video')?.focus({ preventScroll: true });
  }, [track, hidden]);
}
