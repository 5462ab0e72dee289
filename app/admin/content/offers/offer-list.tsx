import { useMemo } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatWeekday } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminOffersTexts } from '#app/i18n/texts/admin-offers.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { SecondLine } from '../../ui/list/table-parts.tsx';
import {
  CheckboxInput,
  PeriodInputs,
  SelectInput,
  TextInput,
  TranslatedInput,
} from '../../ui/resource/inputs.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceList } from '../../ui/resource/resource-list.tsx';
import { addRow, saveRow } from '../../ui/resource/rows.ts';
import { stateTones, windowState } from '../window-state.ts';
import {
  type OfferForm,
  offerAudiences,
  offerColumns,
  offerForm,
  offerFormValues,
  offerKinds,
  offerTexts,
} from './offer-form.ts';
import { offerWords } from './offer-words.ts';
import { type ListedOffer, type OfferCategory, readOffers } from './offers-data.ts';

const column = columnsOf<ListedOffer>();
const week = [0, 1, 2, 3, 4, 5, 6] as const;

function useOfferColumns(nameOf: (categoryId: string) => string | undefined) {
  const t = adminOffersTexts();
  const { currency } = useBrand();
  return useMemo(() => {
    const amount = (pounds: number) => formatPounds(pounds, currency);
    const wordsOf = (offer: ListedOffer) => offerWords(offer, amount, nameOf);
    const periodOf = ({ starts_at: from, ends_at: to }: ListedOffer) =>
      from || to ? `${from ? formatDateTime(from) : '…'} – ${to ? formatDateTime(to) : '…'}` : t('always');
    const stateOf = ({ is_active: active, starts_at: from, ends_at: to }: ListedOffer) =>
      windowState({ active, from, to });
    return column.columns([
      column.accessor((offer) => translatedRow(offer).name, {
        id: 'name',
        header: t('name'),
        enableHiding: false,
        meta: { isMain: true, className: 'w-full max-w-0' },
        cell: ({ getValue, row: { original: offer } }) => (
          <>
            <span className="wrap-anywhere block font-semibold">{getValue()}</span>
            <SecondLine className="wrap-anywhere text-sm">{wordsOf(offer)}</SecondLine>
          </>
        ),
      }),
      column.accessor(periodOf, {
        id: 'runs',
        header: t('runs'),
        enableSorting: false,
        meta: { from: '4xl', className: 'whitespace-nowrap text-ink-soft' },
      }),
      column.accessor('uses', { header: t('used'), meta: { from: '2xl', align: 'end', named: true } }),
      column.accessor('given', {
        header: t('given'),
        meta: { from: '2xl', align: 'end', named: true, className: 'whitespace-nowrap' },
        cell: ({ getValue }) => amount(getValue()),
      }),
      column.accessor('revenue', {
        header: t('revenue'),
        meta: { from: '3xl', align: 'end', named: true, className: 'whitespace-nowrap' },
        cell: ({ getValue }) => amount(getValue()),
      }),
      column.accessor((offer) => t(`state_${stateOf(offer)}`), {
        id: 'state',
        header: t('state'),
        meta: { from: 'lg' },
        cell: ({ getValue, row: { original: offer } }) => (
          <Badge tone={stateTones[stateOf(offer)]}>{getValue()}</Badge>
        ),
      }),
    ]);
  }, [t, currency, nameOf]);
}

function useOffers(categories: readonly OfferCategory[]): Resource<ListedOffer, OfferForm> {
  const t = adminOffersTexts();
  const tAdmin = adminTexts();
  const named = useMemo(() => categories.map((category) => translatedRow(category)), [categories]);
  const nameOf = useMemo(() => {
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id);
  }, [named]);
  const columns = useOfferColumns(nameOf);
  return useMemo(
    () => ({
      list: 'offers',
      entity: 'offer',
      title: t('title'),
      nameOf: (offer) => translatedRow(offer).name,
      sort: '-name',
      columns,
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      form: {
        schema: offerForm,
        values: offerFormValues,
        translated: offerTexts,
        labels: {
          name: t('name'),
          kind: t('kind'),
          value: t('value'),
          setSize: t('setSize'),
          reducedPieces: t('reducedPieces'),
          categoryIds: t('categoryIds'),
          minimumPieces: t('minimumPieces'),
          minimumAmount: t('minimumAmount'),
          audience: t('audience'),
          from: t('from'),
          to: t('to'),
          days: t('days'),
          totalLimit: t('totalLimit'),
          perPersonLimit: t('perPersonLimit'),
          budget: t('budget'),
          margin: t('margin'),
          withCodes: t('withCodes'),
          isActive: t('isActive'),
        },
        formatField: (field, value) => {
          if (field === 'categoryIds' && Array.isArray(value))
            return value.flatMap((id) => nameOf(String(id)) ?? []).join(', ');
          if (field === 'days' && Array.isArray(value))
            return value.map((day) => formatWeekday(Number(day))).join(', ');
          const kind = offerKinds.find((one) => field === 'kind' && one === value);
          const audience = offerAudiences.find((one) => field === 'audience' && one === value);
          return kind ? t(`kind_${kind}`) : audience && t(`audience_${audience}`);
        },
        fields: ({ watch, register }) => {
          const kind = watch('kind');
          return (
            <>
              <TranslatedInput name="name" hint={t('nameHint')} />
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <SelectInput
                  name="kind"
                  options={offerKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
                />
                {kind === 'free_shipping' ? null : (
                  <TextInput name="value" label={t(`value_${kind}`)} inputMode="decimal" />
                )}
                {kind === 'cheapest' || kind === 'set_price' ? (
                  <TextInput name="setSize" inputMode="numeric" />
                ) : null}
                {kind === 'cheapest' ? <TextInput name="reducedPieces" inputMode="numeric" /> : null}
              </div>
              <fieldset className="min-w-0">
                <legend className="mb-1 font-medium text-sm">{t('categoryIds')}</legend>
                <p className="mb-1 text-ink-soft text-sm">{t('categoriesHint')}</p>
                <div className="grid grid-cols-2 gap-x-4">
                  {named.map(({ id, name }) => (
                    <Checkbox key={id} label={name} value={id} {...register('categoryIds')} />
                  ))}
                </div>
              </fieldset>
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <TextInput name="minimumPieces" inputMode="numeric" />
                <TextInput name="minimumAmount" inputMode="decimal" />
                <SelectInput
                  name="audience"
                  options={offerAudiences.map((value) => ({ value, label: t(`audience_${value}`) }))}
                />
              </div>
              <PeriodInputs hint={t('windowHint')} />
              <fieldset className="min-w-0">
                <legend className="mb-1 font-medium text-sm">{t('days')}</legend>
                <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
                  {week.map((day) => (
                    <Checkbox
                      key={day}
                      label={formatWeekday(day)}
                      value={String(day)}
                      {...register('days')}
                    />
                  ))}
                </div>
              </fieldset>
              <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
                <legend className="mb-2 text-ink-soft text-sm">{t('limitHint')}</legend>
                <TextInput name="totalLimit" inputMode="numeric" />
                <TextInput name="perPersonLimit" inputMode="numeric" />
                <TextInput name="budget" inputMode="decimal" />
                <TextInput name="margin" hint={t('marginHint')} inputMode="decimal" />
              </fieldset>
              <div>
                <CheckboxInput name="withCodes" />
                <CheckboxInput name="isActive" />
              </div>
            </>
          );
        },
        write: (values, base) =>
          base
            ? saveRow('offers', base, offerColumns(values, base), async (id) =>
                (await readOffers()).find((offer) => offer.id === id),
              )
            : addRow('offers', { ...offerColumns(values, null), tenant_id: pageTenant() }),
        title: (task) =>
          task.kind === 'edit' ? tAdmin('editOne', { name: translatedRow(task.row).name }) : t('addTitle'),
        save: () => t('save'),
        saved: ({ name }) => tAdmin('saved', { name }),
        failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
      },
      copy: {
        label: (offer) => t('copy', { name: translatedRow(offer).name }),
        // Until somebody has looked at it.
        values: (offer) => ({ ...offerFormValues(offer), isActive: false }),
      },
      switches: { table: 'offers', isActive: ({ is_active }) => is_active, failed: t('saveFailed') },
      deletes: {
        table: 'offers',
        why: ({ uses }) => (uses > 0 ? t('usedWhy') : undefined),
        failed: t('deleteFailed'),
      },
    }),
    [t, tAdmin, columns, named, nameOf],
  );
}

interface OffersProps {
  offers: ListedOffer[];
  categories: readonly OfferCategory[];
}

/** The store's automatic offers, with add, edit, copy, pause and delete, and what each brought and cost. */
export function Offers({ offers, categories }: OffersProps) {
  return <ResourceList resource={useOffers(categories)} rows={offers} />;
}
