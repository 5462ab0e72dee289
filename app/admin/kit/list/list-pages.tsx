import { useSearchParams } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { changedQuery } from './url-state.ts';

type ListPagesProps = { page: number; perPage: number; rowCount: number; count: number };

/** Range of the rows shown, and pagination. */
export function ListPages({ page, perPage, rowCount, count }: ListPagesProps) {
  const t = useTranslations('admin', adminMessages);
  const [query] = useSearchParams();
  const from = (page - 1) * perPage + 1;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft text-sm">{t('page', { from, to: from + rowCount - 1, count })}</p>
      <Pagination
        page={page}
        pages={Math.ceil(count / perPage)}
        linkTo={(target) => changedQuery(query, { page: String(target) })}
      />
    </div>
  );
}
