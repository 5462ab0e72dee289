import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { Button } from '#app/ui/button.tsx';
import { type Grid, type GridOption, kinds, uniqueId, withOptions } from './combinations.ts';
import { OptionEditor } from './option-editor.tsx';
import { SingleVariant } from './single-variant.tsx';
import { VariantTable } from './variant-table.tsx';

const mostOptions = 3;

type GridFieldsProps = {
  title?: ReactNode;
  /** Addresses of the product's pictures. */
  pictures: string[];
  /** Text of the picture chooser without pictures. */
  noPictures: string;
};

/** Fields of a product's options and variants, for a form with the fields of a `Grid`. */
export function GridFields({ title, pictures, noPictures }: GridFieldsProps) {
  const t = adminVariantsTexts();
  const { control, getValues, setValue, formState } = useFormContext<Grid>();
  const options = useWatch({ control, name: 'options' });
  const { errors } = formState;

  const change = (next: GridOption[]) => {
    const grid = withOptions(getValues(), next);
    setValue('rows', grid.rows, { shouldDirty: true });
    setValue('options', grid.options, { shouldDirty: true });
  };
  const add = () => {
    const kind = kinds.find((each) => each === 'other' || options.every((option) => option.kind !== each));
    const name = kind && kind !== 'other' ? t(`kind_${kind}`) : '';
    const usedIds = options.map(({ id }) => id);
    change([
      ...options,
      { id: uniqueId(name || 'option', usedIds), name, kind: kind ?? 'other', values: [] },
    ]);
  };

  return (
    <>
      <div className="grid gap-1">
        {title}
        <p className="text-ink-soft text-sm">{t(options.length === 0 ? 'single' : 'why')}</p>
      </div>
      {options.map((option, index) => (
        <OptionEditor
          key={option.id}
          index={index}
          option={option}
          options={options}
          errors={errors.options?.[index]}
          onChange={change}
        />
      ))}
      {options.length < mostOptions ? (
        <Button variant="outline" size="small" onClick={add} className="justify-self-start">
          <Plus className="size-4" />
          {t('addOption')}
        </Button>
      ) : null}
      {options.some(({ values }) => values.length > 0) ? (
        <VariantTable options={options} pictures={pictures} noPictures={noPictures} />
      ) : (
        <SingleVariant />
      )}
    </>
  );
}
