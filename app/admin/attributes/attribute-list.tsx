import { useMemo, useState } from 'react';
import { formatParts } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminAttributesTexts } from '#app/i18n/texts/admin-attributes.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { unitName } from '#app/product/attributes.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { toastName } from '#app/ui/toast.ts';
import type { ListedCategory } from '../categories/categories-data.ts';
import { errorMessage } from '../ui/error-message.ts';
import { columnsOf } from '../ui/list/features.ts';
import { CheckboxInput, SelectInput, TextInput, TranslatedInput } from '../ui/resource/inputs.tsx';
import type { Resource } from '../ui/resource/resource.ts';
import { ResourceList } from '../ui/resource/resource-list.tsx';
import { addRow, saveRow } from '../ui/resource/rows.ts';
import { useChange, useRequest } from '../ui/use-change.ts';
import { useStable } from '../ui/use-stable.ts';
import {
  type AttributeForm,
  attributeColumnsOf,
  attributeForm,
  attributeFormValues,
  attributeKinds,
  attributeTexts,
} from './attribute-form.ts';
import { countUses, deleteAttribute, readStoredAttributes, type StoredAttribute } from './attributes-data.ts';

const column = columnsOf<StoredAttribute>();

type AttributesOptions = {
  categories: readonly ListedCategory[];
  onDelete: (attribute: StoredAttribute) => void;
};

function useAttributes({
  categories,
  onDelete,
}: AttributesOptions): Resource<StoredAttribute, AttributeForm> {
  const t = adminAttributesTexts();
  const tAdmin = adminTexts();
  return useMemo(() => {
    const namesOf = (ids: readonly unknown[]) =>
      formatParts(categories.filter(({ id }) => ids.includes(id)).map((row) => translatedRow(row).name));
    return {
      list: 'attributes',
      entity: 'attribute',
      title: t('title'),
      nameOf: (row) => translatedRow(row).name,
      sort: 'position',
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      columns: column.columns([
        column.accessor((row) => translatedRow(row).name, {
          id: 'name',
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'wrap-anywhere min-w-28 font-medium' },
        }),
        column.accessor((row) => formatParts([t(`kind_${row.kind}`), unitName(translatedRow(row).unit)]), {
          id: 'kind',
          header: t('kind'),
          meta: { from: 'lg', className: 'whitespace-nowrap' },
        }),
        column.accessor(({ category_ids }) => (category_ids ? namesOf(category_ids) : t('allCategories')), {
          id: 'categories',
          header: t('categories'),
          meta: { from: 'xl', className: 'text-ink-soft' },
        }),
        column.accessor(
          ({ on_card, on_page, is_filter }) =>
            formatParts([on_page ? t('page') : '', on_card ? t('card') : '', is_filter ? t('filter') : '']),
          { id: 'shown', header: t('shown'), meta: { from: 'xl', className: 'text-ink-soft' } },
        ),
        column.accessor('position', { header: t('position'), meta: { from: '2xl', align: 'end' } }),
      ]),
      form: {
        schema: attributeForm,
        values: attributeFormValues,
        translated: attributeTexts,
        labels: {
          name: t('name'),
          kind: t('kind'),
          unit: t('unit'),
          choices: t('choices'),
          allCategories: t('allCategories'),
          categoryIds: t('categories'),
          position: t('position'),
          onCard: t('onCard'),
          onPage: t('onPage'),
          isFilter: t('isFilter'),
        },
        formatField: (field, value) =>
          field === 'categoryIds' && Array.isArray(value) ? namesOf(value) : undefined,
        fields: ({ watch, register, formState: { errors } }, { row }) => {
          const [kind, allCategories] = watch(['kind', 'allCategories']);
          return (
            <>
              <TranslatedInput name="name" />
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <SelectInput
                  name="kind"
                  hint={row ? t('kindFixed') : undefined}
                  disabled={row !== null}
                  options={attributeKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
                />
                <TextInput name="position" hint={t('positionHint')} inputMode="numeric" />
              </div>
              {kind === 'number' ? <TranslatedInput name="unit" hint={t('unitHint')} optional /> : null}
              {kind === 'choice' ? <TranslatedInput name="choices" hint={t('choicesHint')} /> : null}
              <fieldset aria-describedby="attribute-categories" className="min-w-0">
                <legend className="mb-1 font-medium text-sm">{t('categories')}</legend>
                <CheckboxInput name="allCategories" />
                {allCategories ? null : (
                  <div className="grid grid-cols-2 gap-x-4">
                    {categories
                      .map((row) => translatedRow(row))
                      .map(({ id, name }) => (
                        <Checkbox key={id} label={name} value={id} {...register('categoryIds')} />
                      ))}
                  </div>
                )}
                <FieldError id="attribute-categories">{errors.categoryIds?.message}</FieldError>
              </fieldset>
              <fieldset className="min-w-0">
                <legend className="mb-1 font-medium text-sm">{t('shown')}</legend>
                <CheckboxInput name="onPage" />
                <CheckboxInput name="onCard" />
                {kind === 'text' ? null : <CheckboxInput name="isFilter" />}
              </fieldset>
            </>
          );
        },
        write: (values, base) => {
          const columns = attributeColumnsOf(values, base);
          if (!base) return addRow('attributes', { ...columns, kind: values.kind, tenant_id: pageTenant() });
          return saveRow('attributes', base, columns, async (id) =>
            (await readStoredAttributes()).find((attribute) => attribute.id === id),
          );
        },
        title: ({ row }) => (row ? tAdmin('editOne', { name: translatedRow(row).name }) : t('add')),
        save: () => t('save'),
        saved: ({ name }) => tAdmin('saved', { name: toastName(name) }),
        failed: (error) => `${t('failed')}: ${errorMessage(error)}`,
      },
      deletes: onDelete,
    };
  }, [t, tAdmin, categories, onDelete]);
}

type AttributesProps = { attributes: StoredAttribute[]; categories: ListedCategory[] };

/** List of the store's attributes. Deleting one asks first, because it cannot be undone. */
export function Attributes({ attributes, categories }: AttributesProps) {
  const t = adminAttributesTexts();
  const tAdmin = adminTexts();
  const [deleting, setDeleting] = useState<{ attribute: StoredAttribute; uses: number } | null>(null);
  const { busy, change } = useChange();
  const { request } = useRequest();
  const confirmDelete = useStable((attribute: StoredAttribute) =>
    request({
      run: () => countUses(attribute.id),
      onDone: (uses) => setDeleting({ attribute, uses }),
      failed: t('deleteFailed'),
    }),
  );
  const resource = useAttributes({ categories, onDelete: confirmDelete });
  const remove = async (attribute: StoredAttribute) => {
    const { id, name } = translatedRow(attribute);
    await change({
      run: () => deleteAttribute(id),
      done: tAdmin('deleted', { name: toastName(name) }),
      failed: t('deleteFailed'),
    });
    setDeleting(null);
  };
  return (
    <>
      <ResourceList resource={resource} rows={attributes} />
      {deleting ? (
        <Dialog
          open
          size="small"
          onClose={() => setDeleting(null)}
          title={tAdmin('deleteOne', { name: translatedRow(deleting.attribute).name })}
          description={t('deleteWarning', { count: deleting.uses })}
          actions={
            <>
              <Button variant="outline" onClick={() => setDeleting(null)}>
                {t('keep')}
              </Button>
              <Button variant="destructive" busy={busy} onClick={() => void remove(deleting.attribute)}>
                {t('delete')}
              </Button>
            </>
          }
        />
      ) : null}
    </>
  );
}
