import { type FormEvent, useState } from 'react';
import { Form, Link } from 'react-router';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { scrollFocusIntoView } from '#app/ui/scroll-row.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { ChoiceField } from '../ui/list/choices.tsx';
import { changedQuery } from '../ui/list/url-state.ts';
import { useListQuery } from '../ui/list/use-list-query.ts';
import { scrollIntoView } from '../ui/list/views.tsx';
import { storeParam } from '../ui/office-stores.ts';
import { shopDay } from '../ui/shop-time.ts';
import { buckets, compared, comparisons, namedRanges, rangeRefusal, reportQuery } from './report-range.ts';

/** Form for a report's days and comparison, stored in the URL. */
export function RangeForm() {
  const t = adminReportsTexts();
  const { query: params, change } = useListQuery();
  const today = shopDay();
  const query = reportQuery(params, today);
  const [errors, setErrors] = useState<ReturnType<typeof rangeRefusal>>({});
  const check = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    const refusal = rangeRefusal(String(typed.get('from') ?? ''), String(typed.get('to') ?? ''), today);
    setErrors(refusal);
    if (Object.keys(refusal).length > 0) event.preventDefault();
  };
  return (
    <div className="grid gap-3">
      <ul
        aria-label={t('range')}
        onFocus={scrollFocusIntoView}
        className="flex gap-1.5 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap"
      >
        {namedRanges(today).map(({ name, from, to }) => {
          const isCurrent = from === query.from && to === query.to;
          return (
            <li key={name} className="shrink-0">
              <Link
                ref={isCurrent ? scrollIntoView : undefined}
                to={changedQuery(params, { from, to, by: '' })}
                aria-current={isCurrent ? 'true' : undefined}
                className={classes(
                  'stroked inline-flex min-h-11 items-center rounded-control px-3.5 text-sm md:min-h-9',
                  isCurrent
                    ? 'border-transparent chosen font-semibold'
                    : 'border-line-strong hover:bg-sunken',
                )}
              >
                {t(name)}
              </Link>
            </li>
          );
        })}
      </ul>
      <Form
        key={`${query.from} ${query.to} ${query.kind}`}
        noValidate
        onSubmit={check}
        className="grid grid-cols-6 items-start gap-3 md:grid-cols-[1fr_1fr_max-content] lg:grid-cols-[10rem_10rem_max-content_12rem_8rem]"
      >
        <input type="hidden" name="report" value={query.kind} />
        <input type="hidden" name={storeParam} value={params.get(storeParam) ?? ''} />
        <TextField
          label={t('from')}
          className="max-md:col-span-3"
          type="date"
          name="from"
          defaultValue={query.from}
          error={errors.from && t(errors.from)}
          required
        />
        <TextField
          label={t('to')}
          className="max-md:col-span-3"
          type="date"
          name="to"
          defaultValue={query.to}
          error={errors.to && t(errors.to)}
          required
        />
        <Button type="submit" variant="outline" className="max-md:col-span-6 md:mt-6.5">
          {t('show')}
        </Button>
        {compared.includes(query.kind) ? (
          <ChoiceField
            label={t('compareWith')}
            className={query.kind === 'sales' ? 'max-md:col-span-4' : 'max-md:col-span-6'}
            name="compare"
            value={query.compare}
            onChange={({ currentTarget: { value } }) => change({ compare: value })}
            options={comparisons.map((value) => ({ value, label: t(`compare_${value}`) }))}
          />
        ) : null}
        {query.kind === 'sales' ? (
          <ChoiceField
            label={t('step')}
            className="max-md:col-span-2"
            name="by"
            value={query.by}
            onChange={({ currentTarget: { value } }) => change({ by: value })}
            options={buckets.map((value) => ({ value, label: t(`by_${value}`) }))}
          />
        ) : null}
      </Form>
    </div>
  );
}
