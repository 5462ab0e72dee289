import { TriangleAlert } from 'lucide-react';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { Button } from '#app/ui/button.tsx';
import { type DesignElement, printAreaOf } from './design.ts';
import { updateElement } from './design-edits.ts';
import { change, useDesign, useDesigner } from './designer-store.ts';
import { measureIn } from './draw-design.ts';
import { elementName } from './element-list.tsx';
import { boxOf, dpiOf, exceedsArea, fitInside, LEAST_DPI } from './geometry.ts';

/** Returns the elements on both sides that extend beyond their print area; such a design cannot be sold. */
export function useOverflowing(): DesignElement[] {
  const { garment, elements } = useDesign();
  // Loaded fonts change the sizes.
  useDesigner((state) => state.fontVersion);
  return elements.filter((element) =>
    exceedsArea(boxOf(element, measureIn), printAreaOf(garment, element.side)),
  );
}

/** Moves an element into its print area, scaling it down when needed. */
function fitElement(id: string): void {
  change((design) => {
    const element = design.elements.find((one) => one.id === id);
    if (!element) return design;
    const { x, y, factor } = fitInside(element, printAreaOf(design.garment, element.side), measureIn);
    const smaller = (length: number) => Math.floor(length * factor * 100) / 100;
    const size =
      element.kind === 'text' ? { size: smaller(element.size) } : { width: smaller(element.width) };
    return updateElement(design, id, { x, y, ...(factor < 1 && size) });
  });
}

const box =
  'flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-card px-2.5 py-1.5 text-sm max-lg:shadow-raised';

/**
 * Warnings about prints that cannot or should not be printed, on both sides. Shown under the preview; on phones one at
 * a time.
 */
export function Warnings() {
  const t = customizeTexts();
  const { elements } = useDesign();
  const overflowing = useOverflowing();
  const soft = elements.flatMap((element) => {
    const dpi = element.kind === 'image' ? Math.round(dpiOf(element)) : LEAST_DPI;
    return dpi < LEAST_DPI ? [{ id: element.id, name: elementName(element), dpi }] : [];
  });
  return (
    // Overlays the form on phones: a new warning must not move the page under a finger.
    <div role="status" className="max-lg:absolute max-lg:inset-x-gutter max-lg:top-full max-lg:mt-1">
      {overflowing.length + soft.length > 0 ? (
        <ul className="grid gap-2 max-lg:[&>li+li]:hidden">
          {overflowing.map((element) => (
            <li key={element.id} className={`${box} bg-danger-tint text-danger-text`}>
              <TriangleAlert className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 basis-40">{t('leaves', { name: elementName(element) })}</span>
              <Button variant="outline" size="small" onClick={() => fitElement(element.id)}>
                {t('makeFit')}
              </Button>
            </li>
          ))}
          {soft.map(({ id, name, dpi }) => (
            <li key={id} className={`${box} bg-warning-tint text-warning-text`}>
              <TriangleAlert className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 basis-40">{t('lowResolution', { name, dpi })}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
