import { Columns3 } from 'lucide-react';
import * as Menu from 'radix-ui/dropdown-menu';
import { useNavigate, useSearchParams } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { columnsValue } from './columns.ts';
import { changedQuery } from './url-state.ts';

type ColumnMenuProps<Column extends string> = {
  known: readonly { column: Column; label: string }[];
  usual: readonly Column[];
  chosen: readonly Column[];
};

/** Chooses the columns of a list; the choice stands in the address. */
export function ColumnMenu<Column extends string>({ known, usual, chosen }: ColumnMenuProps<Column>) {
  const t = useTranslations('admin', adminMessages);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const change = (column: Column, shown: boolean) => {
    const next = known
      .map((each) => each.column)
      .filter((each) => (each === column ? shown : chosen.includes(each)));
    const page = query.get('page') ?? '';
    void navigate(changedQuery(query, { columns: columnsValue(next, usual), page }), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <DropdownMenu
      label={t('columns')}
      trigger={
        <Button variant="outline" size="small">
          <Columns3 className="size-4" />
          {t('columns')}
        </Button>
      }
    >
      {known.map(({ column, label }) => (
        <Menu.CheckboxItem
          key={column}
          checked={chosen.includes(column)}
          onCheckedChange={(shown) => change(column, shown === true)}
          onSelect={(event) => event.preventDefault()}
          className="flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-field px-3 text-sm outline-none data-highlighted:bg-tint data-highlighted:text-on-tint md:min-h-9"
        >
          <span
            aria-hidden="true"
            className="grid size-4 place-items-center rounded-sm border border-line-strong"
          >
            <Menu.ItemIndicator className="text-xs leading-none">✓</Menu.ItemIndicator>
          </span>
          {label}
        </Menu.CheckboxItem>
      ))}
    </DropdownMenu>
  );
}
