import { arrayMove, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useController } from 'react-hook-form';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { SortableList } from '../../ui/sort/sortable-list.tsx';
import { type BrandForm, type HomeSection, homeSections } from './brand-form.ts';
import { brandLabels, sectionLabel } from './brand-labels.ts';

/** Field that reorders, hides and shows the sections of the home page. */
export function SectionOrder() {
  const t = adminSettingsTexts();
  const { field } = useController<BrandForm, 'home_sections'>({ name: 'home_sections' });
  const shown = field.value;
  const hidden = homeSections.filter((section) => !shown.includes(section));
  const move = (section: string, to: number) => {
    const from = (shown as readonly string[]).indexOf(section);
    if (from >= 0 && to >= 0 && to < shown.length) field.onChange(arrayMove(shown, from, to));
  };
  const nameOf = (id: string) => {
    const section = homeSections.find((one) => one === id);
    return section ? sectionLabel(section) : id;
  };
  return (
    <fieldset className="grid min-w-0 gap-2 sm:col-span-2">
      <legend className="mb-1 font-semibold">{brandLabels().home_sections}</legend>
      <p className="text-ink-soft text-sm">{t('sectionsHint')}</p>
      {shown.length > 0 ? (
        <SortableList ids={[...shown]} nameOf={nameOf} onMove={move}>
          <ol className="divide-y rounded-card border bg-surface">
            {shown.map((section, place) => (
              <ShownSection
                key={section}
                section={section}
                place={place}
                count={shown.length}
                onMove={(to) => move(section, to)}
                onHide={() => field.onChange(shown.filter((one) => one !== section))}
              />
            ))}
          </ol>
        </SortableList>
      ) : null}
      {hidden.length > 0 ? (
        <ul className="divide-y rounded-card border border-dashed">
          {hidden.map((section) => (
            <li
              key={section}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 ps-4 pe-2 text-ink-soft"
            >
              {sectionLabel(section)}
              <Button
                variant="quiet"
                size="small"
                aria-label={t('showSection', { name: sectionLabel(section) })}
                onClick={() => field.onChange([...shown, section])}
              >
                {t('show')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
}

type ShownSectionProps = {
  section: HomeSection;
  /** 0-based position. */
  place: number;
  count: number;
  onMove: (to: number) => void;
  onHide: () => void;
};

/** A shown section: dragged by its handle, moved by its buttons. */
function ShownSection({ section, place, count, onMove, onHide }: ShownSectionProps) {
  const t = adminSettingsTexts();
  const tAdmin = adminTexts();
  const name = sectionLabel(section);
  const sortable = useSortable({ id: section });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    sortable;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        'flex min-h-12 flex-wrap items-center justify-between gap-x-3 pe-2',
        isDragging && 'relative z-10 bg-raised shadow-raised',
      )}
    >
      <span className="flex min-w-0 items-center">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={tAdmin('moveRow', { name })}
          className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-soft hover:bg-sunken active:cursor-grabbing"
        >
          <GripVertical className="size-4.5" />
        </button>
        {name}
      </span>
      <span className="flex items-center">
        <Button
          variant="quiet"
          size="icon"
          aria-label={tAdmin('rowEarlier', { name })}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        >
          <ArrowUp className="size-4" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={tAdmin('rowLater', { name })}
          disabled={place === count - 1}
          onClick={() => onMove(place + 1)}
        >
          <ArrowDown className="size-4" />
        </Button>
        <Button variant="quiet" size="small" aria-label={t('hideSection', { name })} onClick={onHide}>
          {t('hide')}
        </Button>
      </span>
    </li>
  );
}
