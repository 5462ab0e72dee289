import { useEffect, useRef, useState } from 'react';
import customizeMessages from '#app/i18n/messages/en/customize.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { ColorField } from './color-field.tsx';
import { LIMITS, printAreaOf, type TextElement } from './design.ts';
import { defaultSize, updateElement } from './design-edits.ts';
import { change, setTextInvalid, useDesigner } from './designer-store.ts';
import { measureIn } from './draw-design.ts';
import { refitSize } from './geometry.ts';
import { loadPrintFont } from './load-print-font.ts';
import { NumberField } from './number-field.tsx';
import { PRINT_FONT_IDS, PRINT_FONTS, unprintableLetters } from './print-fonts.ts';

/** All settings of a text. */
export function TextControls({ element }: { element: TextElement }) {
  const t = useTranslations('customize', customizeMessages);
  const { id, outline } = element;
  const set = (to: Partial<Omit<TextElement, 'kind' | 'id'>>, what: string) =>
    change((design) => updateElement(design, id, to), `${what} ${id}`);
  // A change of text width also refits the font size to the print area.
  const refit = (to: Pick<Partial<TextElement>, 'text' | 'font' | 'letterSpacing' | 'arc'>, what: string) =>
    change((design) => {
      const previous = design.elements.find((one) => one.id === id);
      if (previous?.kind !== 'text') return design;
      const area = printAreaOf(design.garment, previous.side);
      const size = refitSize(previous, { ...previous, ...to }, area, measureIn, defaultSize);
      return updateElement(design, id, { ...to, size });
    }, `${what} ${id}`);
  const setFont = (font: TextElement['font']) => {
    refit({ font }, 'font');
    // Only a loaded font can be measured; without it the canvas retries on the next change.
    loadPrintFont(font).then(
      () => refit({ font }, 'font'),
      () => {},
    );
  };
  return (
    <div className="grid gap-5">
      <WordsField element={element} onChange={(text) => refit({ text }, 'text')} />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={t('font')}
          value={element.font}
          onChange={({ target }) => {
            const font = PRINT_FONT_IDS.find((fontId) => fontId === target.value);
            if (font) setFont(font);
          }}
        >
          {PRINT_FONT_IDS.map((font) => (
            <option key={font} value={font}>
              {PRINT_FONTS[font].name}
            </option>
          ))}
        </SelectField>
        <NumberField
          label={t('letterSize')}
          value={element.size}
          min={LIMITS.textSize[0]}
          max={LIMITS.textSize[1]}
          step={0.1}
          onChange={(size) => set({ size }, 'size')}
        />
      </div>
      <ColorField
        legend={t('textColor')}
        value={element.color}
        onChange={(color) => set({ color }, 'color')}
      />
      {element.text.includes('\n') ? (
        <RadioGroup
          legend={t('alignText')}
          name={`align-${id}`}
          layout="chips"
          value={element.align}
          onChange={(align) => set({ align }, 'align')}
          options={[
            { value: 'start', label: t('alignStart') },
            { value: 'center', label: t('alignCenter') },
            { value: 'end', label: t('alignEnd') },
          ]}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t('letterSpacing')}
          value={element.letterSpacing}
          min={-0.1}
          max={1}
          step={0.05}
          onChange={(letterSpacing) => refit({ letterSpacing }, 'spacing')}
        />
        <NumberField
          label={t('arc')}
          value={element.arc}
          min={-180}
          max={180}
          step={5}
          onChange={(arc) => refit({ arc }, 'arc')}
        />
      </div>
      <Checkbox
        label={t('outline')}
        checked={outline !== null}
        onChange={({ target }) =>
          set({ outline: target.checked ? { color: '#111111', width: 0.05 } : null }, 'outline')
        }
      />
      {outline ? (
        <>
          <NumberField
            label={t('outlineWidth')}
            value={outline.width}
            min={0.01}
            max={0.2}
            step={0.01}
            onChange={(width) => set({ outline: { ...outline, width } }, 'outline width')}
          />
          <ColorField
            legend={t('outlineColor')}
            value={outline.color}
            onChange={(color) => set({ outline: { ...outline, color } }, 'outline color')}
          />
        </>
      ) : null}
    </div>
  );
}

/**
 * The text itself. Unprintable input stays in the field with an error; the design keeps the last valid text, and can
 * be neither ordered nor saved meanwhile.
 */
function WordsField({ element, onChange }: { element: TextElement; onChange: (text: string) => void }) {
  const t = useTranslations('customize', customizeMessages);
  const [typed, setTyped] = useState<string | null>(null);
  const added = useDesigner((state) => state.added === element.id);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!added) return;
    field.current?.focus();
    field.current?.select();
  }, [added]);
  const problem = (text: string): string => {
    if (text.trim() === '') return t('textEmpty');
    const letters = unprintableLetters(text);
    if (letters.length > 0) return t('textUnprintable', { letters: letters.join(' ') });
    return text.split('\n').length > LIMITS.lines ? t('textLines', { count: LIMITS.lines }) : '';
  };
  const error = typed === null ? '' : problem(typed);
  const invalid = error !== '';
  useEffect(() => {
    setTextInvalid(invalid);
    return () => setTextInvalid(false);
  }, [invalid]);
  return (
    <TextareaField
      ref={field}
      label={t('text')}
      rows={2}
      dir="auto"
      maxLength={LIMITS.letters}
      value={typed ?? element.text}
      error={error || undefined}
      onChange={({ target }) => {
        const wrong = problem(target.value) !== '';
        setTyped(wrong ? target.value : null);
        if (!wrong) onChange(target.value);
      }}
    />
  );
}
