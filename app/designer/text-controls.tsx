import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { directionOf, pageLanguage } from '#app/i18n/page-language.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { ColorField } from './color-field.tsx';
import { LIMITS, printAreaOf, type TextElement } from './design.ts';
import { defaultSize, updateElement } from './design-edits.ts';
import {
  change,
  currentDesign,
  isUnmoved,
  selectAdded,
  setTextInvalid,
  useDesign,
  useDesigner,
} from './designer-store.ts';
import { measureIn } from './draw-design.ts';
import { refitSize } from './geometry.ts';
import { isPrintFontLoaded, loadPrintFont } from './load-print-font.ts';
import { NumberField } from './number-field.tsx';
import { keepBeside } from './place-beside.ts';
import {
  isArabic,
  PRINT_FONT_IDS,
  PRINT_FONTS,
  type PrintFontId,
  unprintableLetters,
} from './print-fonts.ts';
import { wrapText } from './wrap-text.ts';

/** At this size, in centimeters, or larger, lines that fit are not broken. */
const readableSize = 3;

/** Breaks the lines of a text that would otherwise be too small; an arc is one line. */
function wrapped(element: TextElement, text: string, garment: string): string {
  const area = printAreaOf(garment, element.side);
  const size = Math.min(element.size, readableSize, area.height / LIMITS.lines);
  const measure = measureIn(element.font);
  const spacing = (line: string) => Math.max(0, line.length - 1) * element.letterSpacing;
  const fits = (line: string) => (measure(line) + spacing(line)) * size <= area.width;
  return element.arc === 0 ? wrapText(text, fits, LIMITS.lines) : text;
}

const sides = ['start', 'center', 'end'] as const;
/** Left stays left of right in both page directions. */
const ALIGNMENTS = directionOf(pageLanguage()) === 'rtl' ? sides.toReversed() : sides;

const hasArabic = (font: PrintFontId) => 'arabic' in PRINT_FONTS[font];
const arabicFirst = [
  ...PRINT_FONT_IDS.filter(hasArabic),
  ...PRINT_FONT_IDS.filter((font) => !hasArabic(font)),
];

/** All settings of a text. */
export function TextControls({ element }: { element: TextElement }) {
  const t = customizeTexts();
  const { id, outline } = element;
  const arabic = [...element.text].some(isArabic);
  const set = (to: Partial<Omit<TextElement, 'kind' | 'id'>>, what: string) =>
    change((design) => updateElement(design, id, to), `${what} ${id}`);
  const fitSince = (previous: TextElement, what: string) => {
    const design = currentDesign();
    const now = design.elements.find((one) => one.id === id);
    if (now?.kind !== 'text' || !isPrintFontLoaded(now.font)) return;
    const area = printAreaOf(design.garment, now.side);
    const sized = { ...now, size: refitSize(previous, now, area, measureIn, defaultSize) };
    // A text that somebody moved stays in its place.
    const unmoved = isUnmoved(now);
    const fitted = unmoved ? keepBeside(design, previous, sized, measureIn) : sized;
    const { size, x, y } = fitted;
    if (size === now.size && x === now.x && y === now.y) return;
    change((current) => updateElement(current, id, { size, x, y }), `${what} ${id}`);
    if (unmoved) selectAdded(fitted);
  };
  // A change of text width refits the font size to the print area, and a new text beside other elements.
  const refit = (to: Pick<Partial<TextElement>, 'text' | 'font' | 'letterSpacing' | 'arc'>, what: string) => {
    set(to, what);
    const { font } = { ...element, ...to };
    if (isPrintFontLoaded(font)) {
      fitSince(element, what);
      return;
    }
    // Fallback fonts have other widths: a text fitted to them would stay too small.
    loadPrintFont(font).then(
      () => fitSince(element, what),
      () => {},
    );
  };
  return (
    <div className="grid gap-5">
      <WordsField element={element} onChange={(text) => refit({ text }, 'text')} />
      <div className="grid grid-cols-2 items-end gap-3">
        <SelectField
          label={t('font')}
          hint={arabic && !hasArabic(element.font) ? t('fontArabic') : undefined}
          value={element.font}
          onChange={({ target }) => {
            const font = PRINT_FONT_IDS.find((fontId) => fontId === target.value);
            if (font) refit({ font }, 'font');
          }}
        >
          {(arabic ? arabicFirst : PRINT_FONT_IDS).map((font) => (
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
          options={ALIGNMENTS.map((value) => ({ value, label: t(`align_line_${value}`) }))}
        />
      ) : null}
      <div className="grid grid-cols-2 items-end gap-3">
        <NumberField
          label={t('letterSpacing')}
          hint={arabic ? t('spacingArabic') : undefined}
          value={element.letterSpacing}
          min={-0.1}
          max={1}
          step={0.05}
          onChange={(letterSpacing) => refit({ letterSpacing }, 'spacing')}
        />
        <NumberField
          label={t('arc')}
          hint={arabic ? t('arcArabic') : undefined}
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
 * The text itself. Unprintable input stays in the field with an error. The design keeps the last valid text, and can be
 * neither ordered nor saved meanwhile.
 */
function WordsField({ element, onChange }: { element: TextElement; onChange: (text: string) => void }) {
  const t = customizeTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const added = useDesigner((state) => state.added?.id === element.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const { garment } = useDesign();
  const caret = useRef<number | null>(null);
  // A line break that replaces a space moves no letter, but the browser puts the caret at the end.
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  useEffect(() => {
    if (!added) return;
    field.current?.focus();
    field.current?.select();
    // Browsers center the focused field, where the preview covers it on a short phone.
    field.current?.scrollIntoView({ block: 'nearest' });
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
  const apply = (text: string) => {
    const lines = wrapped(element, text, garment);
    if (lines !== text) caret.current = field.current?.selectionStart ?? null;
    onChange(lines);
  };
  return (
    <TextareaField
      ref={field}
      label={t('text')}
      rows={2}
      dir="auto"
      maxLength={LIMITS.letters}
      value={typed ?? element.text}
      error={error || undefined}
      onChange={({ target, nativeEvent }) => {
        const wrong = problem(target.value) !== '';
        setTyped(wrong ? target.value : null);
        if (wrong) return;
        // Input methods lose a composed word when the value changes meanwhile.
        if ('isComposing' in nativeEvent && nativeEvent.isComposing) onChange(target.value);
        else apply(target.value);
      }}
      onCompositionEnd={({ currentTarget }) => {
        if (problem(currentTarget.value) === '') apply(currentTarget.value);
      }}
    />
  );
}
