import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import { combinations, type Grid } from './combinations.ts';

const [{ key } = { key: '' }] = combinations([]);
const name = `rows.${key}` as const;
const inputModes = { sku: undefined, barcode: undefined, weight: 'numeric', cost: 'decimal' } as const;

/** Fields of the only variant of a product without options, whose price and stock are the product's. */
export function SingleVariant() {
  const t = adminVariantsTexts();
  const { row, errors, change } = useSingleRow();
  const seesCosts = useSeesCosts();
  const columns = seesCosts
    ? (['sku', 'barcode', 'weight', 'cost'] as const)
    : (['sku', 'barcode', 'weight'] as const);
  if (!row) return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {columns.map((column) => (
        <TextField
          key={column}
          label={t(column)}
          optional
          autoComplete="off"
          inputMode={inputModes[column]}
          value={row[column]}
          error={errors?.[column]?.message}
          onChange={(event) => change(column, event.target.value)}
        />
      ))}
    </div>
  );
}

/** Initial stock of a new product without options; later the stock changes by amounts. */
export function InitialStock() {
  const t = adminVariantsTexts();
  const { row, errors, change } = useSingleRow();
  if (!row) return null;
  return (
    <TextField
      label={t('firstStock')}
      autoComplete="off"
      inputMode="numeric"
      value={row.stock}
      error={errors?.stock?.message}
      onChange={(event) => change('stock', event.target.value)}
    />
  );
}

/** The only row of a grid without options. */
function useSingleRow() {
  const { control, setValue, clearErrors } = useFormContext<Grid>();
  const row = useWatch({ control, name });
  const errors = useFormState({ control, name }).errors.rows?.[key];
  const change = (column: 'sku' | 'barcode' | 'weight' | 'cost' | 'stock', text: string) => {
    clearErrors(`${name}.${column}`);
    setValue(`${name}.${column}`, text, { shouldDirty: true });
  };
  return { row, errors, change };
}
