import { useState } from 'react';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import type { ProductChange } from '../data/change-products.ts';
import { bulkCost, bulkPrice, bulkStock } from '../model/bulk-amounts.ts';

export type BulkDialog = 'price' | 'stock' | 'cost' | 'category';

type BulkChangeDialogProps = {
  field: BulkDialog;
  count: number;
  categories: ListedCategory[];
  busy: boolean;
  onApply: (change: ProductChange) => void;
  onClose: () => void;
};

const modes = {
  price: [
    ['percent', 'price_percent'],
    ['amount', 'price_amount'],
    ['set', 'price_set'],
  ],
  stock: [
    ['add', 'stock_add'],
    ['set', 'stock_set'],
  ],
} as const;

const problems = { price: 'bulkPriceWrong', stock: 'stockMoveWrong', cost: 'bulkCostWrong' } as const;

/** Form for the price, stock, cost or category of the selected products. */
export function BulkChangeDialog({
  field,
  count,
  categories,
  busy,
  onApply,
  onClose,
}: BulkChangeDialogProps) {
  const t = adminProductsTexts();
  const [problem, setProblem] = useState('');
  const [by, setBy] = useState<string>(field === 'price' ? 'percent' : 'add');
  const [amount, setAmount] = useState('');
  const [strike, setStrike] = useState(true);
  const [category, setCategory] = useState('');
  const dirty = amount !== '' || category !== '';

  const apply = () => {
    if (field === 'category') {
      onApply({ kind: 'category', value: category || null });
      return;
    }
    const change =
      field === 'price'
        ? bulkPrice(by, amount, strike)
        : field === 'cost'
          ? bulkCost(amount)
          : bulkStock(by, amount);
    if (change) onApply(change);
    else setProblem(t(problems[field]));
  };

  return (
    <FormDialog
      title={t(`bulk_${field}`, { count })}
      dirty={dirty}
      onClose={onClose}
      onSubmit={apply}
      busy={busy}
      submit={t('apply')}
    >
      {field === 'category' ? (
        <SelectField
          label={t('category')}
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        >
          <option value="">{t('noCategory')}</option>
          {categories.map((category) => (
            <option key={category.id} value={category.id}>
              {translatedRow(category).name}
            </option>
          ))}
        </SelectField>
      ) : field === 'cost' ? (
        <TextField
          label={t('costEgp')}
          hint={t('bulkCostHint')}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          autoComplete="off"
          inputMode="decimal"
          error={problem}
        />
      ) : (
        <>
          <SelectField label={t('how')} value={by} onChange={(event) => setBy(event.target.value)}>
            {modes[field].map(([way, labelKey]) => (
              <option key={way} value={way}>
                {t(labelKey)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t(field === 'price' ? (by === 'percent' ? 'bulkPercent' : 'priceEgp') : 'bulkPieces')}
            hint={by === 'set' ? undefined : t('bulkSign')}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            autoComplete="off"
            inputMode="text"
            error={problem}
          />
          {field === 'price' ? (
            <Checkbox
              label={t('bulkStrike')}
              checked={strike}
              onChange={(event) => setStrike(event.currentTarget.checked)}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
