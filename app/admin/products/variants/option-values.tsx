import { rectSortingStrategy } from '@dnd-kit/sortable';
import { type KeyboardEvent, useRef, useState } from 'react';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { SortableList } from '../../ui/sort/sortable-list.tsx';
import { type GridOption, namesIn, withRenamed, withValues } from './combinations.ts';
import { ValueChip } from './value-chip.tsx';

type OptionValuesProps = {
  option: GridOption;
  /** Name of the option. */
  name: string;
  error: string | undefined;
  /** Applies a changed option; returns an error message, or ''. */
  onChange: (option: GridOption) => string;
};

const longest = 200;

/** Values of an option as chips: type or paste, rename, sort, remove. */
export function OptionValues({ option, name, error, onChange }: OptionValuesProps) {
  const t = adminVariantsTexts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const { values } = option;

  const add = (text: string) => {
    const names = namesIn(text);
    const { option: next, duplicate } = withValues(option, names);
    const long = names.find((each) => each.length > longest);
    const problem = long ? t('valueTooLong') : next.values.length > values.length ? onChange(next) : '';
    setProblem(problem || (duplicate ? t('valueTwice', { name: duplicate }) : ''));
    setTyped(problem ? text : duplicate);
  };
  const type = (text: string) => {
    setProblem('');
    if (/[,،]/.test(text)) add(text);
    else setTyped(text);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(typed);
  };
  const rename = (id: string, to: string): string => {
    const next = withRenamed(option, id, to);
    return next ? onChange(next) : t('valueTwice', { name: to });
  };
  const move = (id: string, to: number) => {
    const value = values.find((each) => each.id === id);
    if (value)
      onChange({ ...option, values: values.filter((each) => each !== value).toSpliced(to, 0, value) });
  };

  return (
    <div className="grid gap-3">
      {values.length > 0 ? (
        <SortableList
          ids={values.map(({ id }) => id)}
          nameOf={(id) => values.find((value) => value.id === id)?.name ?? ''}
          onMove={move}
          strategy={rectSortingStrategy}
        >
          <ul aria-label={t('values', { name })} className="flex flex-wrap gap-2">
            {values.map((value) => (
              <ValueChip
                key={value.id}
                value={value}
                swatched={option.kind === 'color'}
                onRename={(to) => rename(value.id, to)}
                onSwatch={(swatch) =>
                  onChange({
                    ...option,
                    values: values.map((each) => (each.id === value.id ? { ...each, swatch } : each)),
                  })
                }
                onRemove={() => {
                  onChange({ ...option, values: values.filter(({ id }) => id !== value.id) });
                  field.current?.focus();
                }}
              />
            ))}
          </ul>
        </SortableList>
      ) : null}
      <TextField
        ref={field}
        label={`${t('addValue')}: ${name}`}
        hint={t('addValueHint')}
        autoComplete="off"
        className="max-w-md"
        value={typed}
        error={problem || (values.length === 0 ? error : undefined)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => add(typed)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (namesIn(text).length < 2) return;
          event.preventDefault();
          add(`${typed}${text}`);
        }}
      />
    </div>
  );
}
