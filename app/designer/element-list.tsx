import { ArrowDown, ArrowUp, Copy, Image as ImageIcon, Trash2, Type } from 'lucide-react';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { newId } from '#app/lib/row-id.ts';
import { classes } from '#app/ui/classes.ts';
import { toastName } from '#app/ui/toast.ts';
import { type DesignElement, LIMITS } from './design.ts';
import { moveLayer, withCopy, without } from './design-edits.ts';
import { change, select, useDesign, useDesigner } from './designer-store.ts';
import { ToolButtons } from './tool-buttons.tsx';

/** The elements of the visible side, topmost first; the selected one has its tools beside it. */
export function ElementList() {
  const t = customizeTexts();
  const { elements } = useDesign();
  const side = useDesigner((state) => state.side);
  const selected = useDesigner((state) => state.selected);
  const visible = elements.filter((element) => element.side === side).reverse();
  return (
    <section aria-labelledby="design-elements" className="grid gap-2">
      <h2
        id="design-elements"
        className="font-medium font-sans text-sm normal-case leading-normal tracking-normal"
      >
        {t('elements', { side: t(side).toLowerCase() })}
      </h2>
      {visible.length === 0 ? (
        <p className="rounded-field border border-line-strong border-dashed px-4 py-5 text-center text-balance text-ink-soft">
          {t('nothing')}
        </p>
      ) : (
        <ul className="grid gap-1">
          {visible.map((element, i) => (
            <Row
              key={element.id}
              element={element}
              current={element.id === selected}
              top={i === 0}
              bottom={i === visible.length - 1}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  element: DesignElement;
  current: boolean;
  top: boolean;
  bottom: boolean;
}

function Row({ element, current, top, bottom }: RowProps) {
  const t = customizeTexts();
  const full = useDesign().elements.length >= LIMITS.elements;
  const { id } = element;
  const name = elementName(element);
  const Icon = element.kind === 'text' ? Type : ImageIcon;
  const copy = () => {
    const copyId = newId();
    change((design) => withCopy(design, id, copyId));
    select(copyId);
  };
  const remove = () => {
    change((design) => without(design, id));
    select(null);
  };
  const tools = [
    {
      label: t('bringForward', { name }),
      icon: ArrowUp,
      disabled: top,
      act: () => change((current) => moveLayer(current, id, 1)),
    },
    {
      label: t('sendBackward', { name }),
      icon: ArrowDown,
      disabled: bottom,
      act: () => change((current) => moveLayer(current, id, -1)),
    },
    { label: t('duplicate', { name }), icon: Copy, disabled: full, act: copy },
    { label: t('remove', { name }), icon: Trash2, disabled: false, act: remove },
  ];
  return (
    <li className={classes('flex flex-wrap items-center rounded-field', current && 'bg-tint text-on-tint')}>
      <button
        type="button"
        aria-pressed={current}
        aria-label={t('edit', { name })}
        onClick={() => select(current ? null : id)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-field px-3 text-start hover:bg-sunken aria-pressed:hover:bg-transparent"
      >
        <Icon className="size-4 shrink-0" />
        <span dir="auto" className="truncate">
          {name}
        </span>
      </button>
      {current ? <ToolButtons tools={tools} small /> : null}
    </li>
  );
}

/** Returns the name of an element in lists: its text or its file name. */
export function elementName(element: DesignElement): string {
  return toastName(element.kind === 'text' ? element.text.replaceAll('\n', ' ') : element.name);
}
