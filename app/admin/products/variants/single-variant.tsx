import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import adminVariantsMessages from '#app/i18n/messages/en/admin-variants.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { combinations, type Grid } from './combinations.ts';

const [{ key } = { key: '' }] = combinations([]);
const name = `rows.${key}` as const;

/** Fields of the only variant of a product without options, whose price and stock are the product's. */
export function SingleVariant({ form }: { form: UseFormReturn<Grid> }) {
  const t = useTranslations('admin-variants', adminVariantsMessages);
  const { control, setValue, clearErrors } = form;
  const row = useWatch({ control, name });
  const errors = useFormState({ control, name }).errors.rows?.[key];
  if (!row) return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      {(['sku', 'barcode', 'weight'] as const).map((column) => (
        <TextField
          key={column}
          label={t(column)}
          optional
          autoComplete="off"
          inputMode={column === 'weight' ? 'numeric' : undefined}
          value={row[column]}
          error={errors?.[column]?.message}
          onChange={(event) => {
            clearErrors(`${name}.${column}`);
            setValue(`${name}.${column}`, event.target.value, { shouldDirty: true });
          }}
        />
      ))}
    </div>
  );
}
