import { Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { garmentDrawing, garmentLayers } from '#app/garments/garment-drawings.ts';
import { SIDES, type Side } from '#app/garments/print-areas.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { garmentWord } from '#app/lib/garment-words.ts';
import { newId } from '#app/lib/row-id.ts';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { type FailedLoad, LoadFailed } from '#app/ui/load-failed.tsx';
import { canvasAction } from './canvas-keys.ts';
import {
  change,
  redo,
  select,
  selectNext,
  showSide,
  undo,
  useDesign,
  useDesigner,
  zoomTo,
} from './designer-store.ts';
import { elementName } from './element-list.tsx';
import { ToolButtons } from './tool-buttons.tsx';
import { Warnings } from './warnings.tsx';

const Canvas = lazyWithRetry(() => import('./canvas.tsx'), {
  Waiting: ({ pixels, shading }) =>
    shading ? <img src={shading} alt="" width={pixels} height={pixels} /> : null,
  Failed,
});

function Failed(failure: FailedLoad) {
  return (
    <div className="grid h-full place-items-center">
      <div className="rounded-card bg-raised px-6 text-ink shadow-raised">
        <LoadFailed {...failure} />
      </div>
    </div>
  );
}

/** The garment with its print, the side switch, undo and zoom. `hex` is the fabric color. */
export function CanvasPanel({ hex }: { hex: string }) {
  const t = customizeTexts();
  const design = useDesign();
  const side = useDesigner((state) => state.side);
  const zoom = useDesigner((state) => state.zoom);
  const selected = useDesigner((state) => state.selected);
  const how = useId();
  const [frame, width] = useWidth();
  const drawing = useGarmentDrawing(design.garment, side);
  const layers = useMemo(
    () => (drawing.svg ? garmentLayers(drawing.svg, hex) : undefined),
    [drawing.svg, hex],
  );
  const pixels = Math.round(width * zoom);
  const element = design.elements.find(({ id }) => id === selected);

  const onKeyDown = (event: KeyboardEvent) => {
    const act = canvasAction(event, element, newId);
    if (!act) return;
    event.preventDefault();
    if (act.type === 'undo') undo();
    else if (act.type === 'redo') redo();
    else if (act.type === 'leave') select(null);
    else {
      change(act.edit, act.group);
      if (act.selects !== undefined) select(act.selects);
    }
  };

  return (
    <section className="sticky top-16 z-20 -mx-gutter grid grid-cols-[minmax(0,1fr)] gap-2 bg-page px-gutter py-2 lg:top-24 lg:z-auto lg:mx-0 lg:p-0">
      <Toolbar />
      <div className="relative mx-auto w-full max-w-(--preview) lg:max-w-[max(30rem,calc(100dvh-15rem))]">
        <div
          ref={frame}
          role="application"
          aria-label={t('stage', { side: t(side).toLowerCase() })}
          // Focusable, so that arrow keys work after dragging with a pointer.
          tabIndex={-1}
          onKeyDown={onKeyDown}
          // The fabric has the same light background in both themes.
          style={{ background: 'radial-gradient(circle at 50% 40%, #f6f5f2, #dddbd6)' }}
          className={classes(
            'relative aspect-square w-full overflow-auto rounded-card',
            'focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-2',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
          )}
        >
          <button
            type="button"
            aria-label={element ? t('stageNextAfter', { name: elementName(element) }) : t('stageNext')}
            aria-describedby={how}
            onClick={selectNext}
            className="sr-only sticky start-0 top-0 mb-0 block"
          />
          {pixels > 0 ? (
            <div className="relative" style={{ inlineSize: pixels, blockSize: pixels }}>
              {layers ? (
                <img
                  src={layers.cloth}
                  alt={t('cloth', {
                    garment: garmentWord(design.garment),
                    color: garmentWord(design.color),
                    side: t(side).toLowerCase(),
                  })}
                  width={pixels}
                  height={pixels}
                  className="absolute inset-0"
                />
              ) : null}
              <div className="absolute inset-0">
                {drawing.failed ? (
                  <Failed retry={drawing.retry} retried={drawing.retried} />
                ) : (
                  <Canvas pixels={pixels} shading={layers?.shading} />
                )}
              </div>
            </div>
          ) : null}
        </div>
      </div>
      <Warnings />
      <p id={how} className="hidden text-ink-soft text-sm md:block">
        {t('stageHow')}
      </p>
    </section>
  );
}

function Toolbar() {
  const t = customizeTexts();
  const { elements } = useDesign();
  const side = useDesigner((state) => state.side);
  const zoom = useDesigner((state) => state.zoom);
  const canUndo = useDesigner((state) => state.history.past.length > 0);
  const canRedo = useDesigner((state) => state.history.future.length > 0);
  const tools = [
    { label: t('undo'), icon: Undo2, turns: true, disabled: !canUndo, act: undo },
    { label: t('redo'), icon: Redo2, turns: true, disabled: !canRedo, act: redo },
    { label: t('zoomOut'), icon: ZoomOut, disabled: zoom <= 1, act: () => zoomTo(zoom - 0.5) },
    { label: t('zoomIn'), icon: ZoomIn, disabled: zoom >= 4, act: () => zoomTo(zoom + 0.5) },
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-1">
      <fieldset className="stroked flex rounded-control border-line-strong p-0.5">
        <legend className="sr-only">{t('sideShown')}</legend>
        {SIDES.map((one) => {
          const count = elements.filter((element) => element.side === one).length;
          return (
            <label
              key={one}
              className="flex min-h-10 cursor-pointer items-center rounded-control px-2.5 sm:px-4 font-semibold text-sm has-checked:chosen has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="design-side"
                className="sr-only"
                checked={side === one}
                onChange={() => showSide(one)}
              />
              {count > 0 ? t('sideCount', { side: t(one), count }) : t(one)}
            </label>
          );
        })}
      </fieldset>
      <ToolButtons tools={tools} />
    </div>
  );
}

/** Loads the drawing of a garment's side. The previous drawing stays until the next one has loaded. */
function useGarmentDrawing(garment: string, side: Side) {
  const [svg, setSvg] = useState<string>();
  const [failed, setFailed] = useState(false);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let outdated = false;
    garmentDrawing(garment, side).then(
      (text) => {
        if (outdated) return;
        setSvg(text);
        setFailed(false);
      },
      () => !outdated && setFailed(true),
    );
    return () => {
      outdated = true;
    };
  }, [garment, side, attempts]);
  return { svg, failed, retried: attempts > 0, retry: () => setAttempts(attempts + 1) };
}

/** Observes an element's width in CSS pixels. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
