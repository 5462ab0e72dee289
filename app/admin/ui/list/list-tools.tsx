import { Columns3, Rows3, Rows4 } from 'lucide-react';
import * as Menu from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { ChoiceField } from './choices.tsx';
import { ExportList } from './export-list.tsx';
import type { SavedView } from './saved-views.ts';
import { useTableChoices } from './table-choices.ts';
import { ViewMenu } from './views.tsx';

type Column = { id: string; label: string; isVisible: boolean; setVisible: (shown: boolean) => void };

type ListToolsProps = {
  list: string;
  filters: ReactNode;
  action: ReactNode;
  views: readonly SavedView[] | undefined;
  columns: readonly Column[];
  sort: { options: readonly { id: string; label: string }[]; current: string; set: (sort: string) => void };
  file: () => Promise<string>;
  fileName: string | undefined;
};

/** Makes fields as high as the small buttons beside them, on devices without touch. */
const compactFields = classes(
  'md:[&_:is([type=search],[type=date],select)]:min-h-9 md:[&_:is([type=search],[type=date],select)]:py-1',
  'md:[&_:is([type=search],[type=date],select)]:text-sm',
);

/** Toolbar of a list: filters, view options, and the add button at its end. */
export function ListTools({ list, filters, action, views, columns, sort, file, fileName }: ListToolsProps) {
  const t = adminTexts();
  const compact = useTableChoices((choices) => choices.compact);
  const Rows = compact ? Rows3 : Rows4;
  return (
    <div className={classes('flex flex-wrap items-center gap-2', compactFields)}>
      <div className="flex-1 @max-2xl:min-w-0 @max-2xl:basis-full max-lg:min-w-0 max-lg:basis-full">
        {filters}
      </div>
      {sort.options.length > 0 ? (
        <ChoiceField
          label={t('sortBy')}
          hideLabel
          value={sort.current}
          onChange={(event) => sort.set(event.currentTarget.value)}
          options={sort.options.flatMap(({ id, label }) => [
            { value: id, label: t('ascending', { name: label }) },
            { value: `-${id}`, label: t('descending', { name: label }) },
          ])}
          className="min-w-24 max-w-64 flex-1 @2xl:hidden"
        />
      ) : null}
      <div className="ms-auto flex items-center md:[&>button]:size-9">
        {views ? <ViewMenu list={list} views={views} /> : null}
        <span className="contents @max-2xl:hidden [&>button]:size-9">
          <ColumnMenu columns={columns} />
          <Button
            variant="quiet"
            size="icon"
            aria-pressed={compact}
            aria-label={t('compactRows')}
            title={t('compactRows')}
            onClick={() => useTableChoices.setState({ compact: !compact })}
          >
            <Rows className="size-4.5" />
          </Button>
        </span>
        <ExportList list={list} name={fileName} file={file} />
      </div>
      {action}
    </div>
  );
}

/** Menu that shows and hides columns. */
function ColumnMenu({ columns }: { columns: readonly Column[] }) {
  const t = adminTexts();
  return (
    <DropdownMenu
      label={t('columns')}
      trigger={
        <Button variant="quiet" size="icon" aria-label={t('columns')} title={t('columns')}>
          <Columns3 className="size-4.5" />
        </Button>
      }
    >
      {columns.map(({ id, label, isVisible, setVisible }) => (
        <Menu.CheckboxItem
          key={id}
          checked={isVisible}
          onCheckedChange={(checked) => setVisible(checked === true)}
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
