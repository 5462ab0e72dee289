import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
} from 'lucide-react';
import { directionOf, pageLanguage } from '#app/i18n/page-language.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { Button } from '#app/ui/button.tsx';
import { type Design, type DesignElement, LIMITS, printAreaOf } from './design.ts';
import { imageSize, updateElement } from './design-edits.ts';
import { change } from './designer-store.ts';
import { measureIn } from './draw-design.ts';
import { type Alignment, align, boxOf } from './geometry.ts';
import { NumberField } from './number-field.tsx';

const ACROSS = [
  ['left', AlignStartVertical],
  ['center', AlignCenterVertical],
  ['right', AlignEndVertical],
] as const satisfies readonly [Alignment, unknown][];

/** Left stays left of right in both page directions. */
const ALIGNMENTS = [
  ...(directionOf(pageLanguage()) === 'rtl' ? ACROSS.toReversed() : ACROSS),
  ['top', AlignStartHorizontal],
  ['middle', AlignCenterHorizontal],
  ['bottom', AlignEndHorizontal],
] as const satisfies readonly [Alignment, unknown][];

/** Position, size and rotation of an element as numbers, as an alternative to dragging. */
export function PlacementControls({ design, element }: { design: Design; element: DesignElement }) {
  const t = customizeTexts();
  const { id, x, y, rotation } = element;
  const area = printAreaOf(design.garment, element.side);
  const set = (to: Parameters<typeof updateElement>[2], what: string) =>
    change((current) => updateElement(current, id, to), `${what} ${id}`);
  const distanceRange = { min: -LIMITS.distance, max: LIMITS.distance, step: 0.5 };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">{t('placement')}</legend>
      <p className="text-ink-soft text-sm">
        {t('fromMiddle', { width: area.width.toFixed(0), height: area.height.toFixed(0) })}
      </p>
      {element.kind === 'image' ? (
        <ImageSizeFields element={element} onChange={(size) => set(size, 'size')} />
      ) : null}
      <div className="grid grid-cols-3 items-end gap-3">
        <NumberField
          label={t('across')}
          value={x}
          {...distanceRange}
          onChange={(to) => set({ x: to }, 'x')}
        />
        <NumberField label={t('down')} value={y} {...distanceRange} onChange={(to) => set({ y: to }, 'y')} />
        <NumberField
          label={t('rotation')}
          value={rotation}
          min={-360}
          max={360}
          step={1}
          onChange={(to) => set({ rotation: to }, 'rotation')}
        />
      </div>
      <fieldset className="flex flex-wrap">
        <legend className="sr-only">{t('align')}</legend>
        {ALIGNMENTS.map(([to, Icon]) => (
          <Button
            key={to}
            variant="quiet"
            size="icon"
            aria-label={t(`align_${to}`)}
            title={t(`align_${to}`)}
            onClick={() => set(align(boxOf(element, measureIn), area, to), `align ${to}`)}
          >
            <Icon className="size-5" />
          </Button>
        ))}
      </fieldset>
    </fieldset>
  );
}

function ImageSizeFields({
  element,
  onChange,
}: {
  element: Extract<DesignElement, { kind: 'image' }>;
  onChange: (size: { width: number; height: number }) => void;
}) {
  const t = customizeTexts();
  const ratio = element.pixelHeight / element.pixelWidth;
  const [min, max] = LIMITS.imageSize;
  return (
    <div className="grid grid-cols-2 gap-3">
      <NumberField
        label={t('imageWidth')}
        value={element.width}
        min={min}
        max={max}
        step={0.5}
        onChange={(width) => onChange(imageSize(width, ratio))}
      />
      <NumberField
        label={t('imageHeight')}
        value={element.height}
        min={min}
        max={max}
        step={0.5}
        onChange={(height) => onChange(imageSize(height / ratio, ratio))}
      />
    </div>
  );
}
