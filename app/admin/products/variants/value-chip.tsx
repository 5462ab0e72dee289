import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { Swatch } from '#app/product/option-chip.tsx';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { classes } from '#app/ui/classes.ts';
import type { OptionValue } from './combinations.ts';

type ValueChipProps = {
  value: OptionValue;
  /** The option is a color and has swatches. */
  swatched: boolean;
  /** Renames the value; returns an error message, or ''. */
  onRename: (name: string) => string;
  onSwatch: (swatch: string) => void;
  onRemove: () => void;
};

/** Returns the initial value of the color input: the chosen swatch, or the color with that name. */
function colorOf({ name, swatch }: OptionValue): string {
  const color = swatchBackground(swatch || name);
  return /^#[0-9a-f]{6}$/.test(color) ? color : '#888888';
}

/** A value of an option: sorted by its handle with pointer or keyboard, renamed by a click. */
export function ValueChip({ value, swatched, onRename, onSwatch, onRemove }: ValueChipProps) {
  const t = adminVariantsTexts();
  const tAdmin = adminTexts();
  const { name } = value;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: value.id });
  const [renaming, setRenaming] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const endRenaming = (byKey: boolean) => {
    flushSync(() => setRenaming(false));
    if (byKey) nameButton.current?.focus();
  };
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        'flex min-w-0 items-center rounded-control border border-line-strong bg-page',
        isDragging && 'relative z-10 shadow-raised',
      )}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={tAdmin('moveRow', { name })}
        className="grid h-11 w-8 cursor-grab touch-none place-items-center rounded-control text-ink-soft hover:bg-sunken active:cursor-grabbing"
      >
        <GripVertical className="size-4" />
      </button>
      {swatched ? (
        <span className="relative size-7 shrink-0">
          <Swatch background={value.swatch || swatchBackground(name)} className="absolute inset-0.5" />
          <input
            type="color"
            aria-label={t('swatch', { name })}
            title={t('swatch', { name })}
            value={colorOf(value)}
            onChange={(event) => onSwatch(event.target.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </span>
      ) : null}
      {renaming ? (
        <RenameField name={name} onRename={onRename} onEnd={endRenaming} />
      ) : (
        <button
          ref={nameButton}
          type="button"
          aria-label={t('renameValue', { name })}
          onClick={() => setRenaming(true)}
          className="wrap-anywhere min-h-11 min-w-8 rounded-control px-2 text-start text-sm hover:bg-sunken"
        >
          {name}
        </button>
      )}
      <button
        type="button"
        aria-label={t('removeValue', { name })}
        onClick={onRemove}
        className="grid h-11 w-9 place-items-center rounded-control text-ink-soft hover:bg-sunken"
      >
        <X className="size-4" />
      </button>
    </li>
  );
}

type RenameFieldProps = { name: string; onRename: (name: string) => string; onEnd: (byKey: boolean) => void };

/** Field that renames a value: Enter or blur saves, Escape cancels. */
function RenameField({ name, onRename, onEnd }: RenameFieldProps) {
  const t = adminVariantsTexts();
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    field.current?.select();
  }, []);
  const end = (byKey: boolean) => {
    hasEnded.current = true;
    onEnd(byKey);
  };
  const submit = (byKey: boolean) => {
    // Unmounting the field triggers blur.
    if (hasEnded.current) return;
    const to = typed.trim();
    const problem = to === '' || to === name ? '' : onRename(to);
    setProblem(problem);
    if (!problem) end(byKey);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Enter') submit(true);
    if (event.key === 'Escape') end(true);
  };
  return (
    <span className="grid">
      <input
        ref={field}
        aria-label={t('newName', { name })}
        aria-invalid={problem ? true : undefined}
        title={problem || undefined}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => submit(false)}
        size={Math.max(typed.length, 3)}
        className="min-h-9 max-w-48 rounded-field border border-line-strong bg-surface px-2 text-base aria-invalid:border-danger-text md:text-sm"
      />
      {problem ? (
        <span role="alert" className="px-2 pb-1 text-danger-text text-xs">
          {problem}
        </span>
      ) : null}
    </span>
  );
}
