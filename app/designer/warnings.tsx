import { TriangleAlert } from 'lucide-react';
import customizeMessages from '#app/i18n/messages/en/customize.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { printAreaOf } from './design.ts';
import { useDesign, useDesigner } from './designer-store.ts';
import { measureIn } from './draw-design.ts';
import { elementName } from './element-name.ts';
import { boxOf, dpiOf, LEAST_DPI, leavesArea } from './geometry.ts';

/** What would not come out well in print, on both sides. */
export function Warnings() {
  const t = useTranslations('customize', customizeMessages);
  const { garment, elements } = useDesign();
  // The faces that arrive change the sizes.
  useDesigner((state) => state.faces);
  const found = elements.flatMap((element) => {
    const name = elementName(element);
    const out = leavesArea(boxOf(element, measureIn), printAreaOf(garment, element.side));
    const dpi = element.kind === 'image' ? Math.round(dpiOf(element)) : LEAST_DPI;
    return [
      ...(out ? [{ key: `out ${element.id}`, text: t('leaves', { name }) }] : []),
      ...(dpi < LEAST_DPI ? [{ key: `soft ${element.id}`, text: t('lowResolution', { name, dpi }) }] : []),
    ];
  });
  return (
    <div role="status">
      {found.length > 0 ? (
        <ul className="grid gap-2 rounded-card bg-warning-tint p-4 text-sm text-warning-text">
          {found.map(({ key, text }) => (
            <li key={key} className="flex gap-2.5">
              <TriangleAlert className="size-5 shrink-0" />
              {text}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
