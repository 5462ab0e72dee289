import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { classes } from '#app/ui/classes.ts';
import { controlClasses } from '#app/ui/field.tsx';

type ChipFieldProps = {
  label: string;
  /** The text, with facts in braces. */
  value: string;
  /** The facts that become chips, with their names in words. */
  facts: readonly { name: string; label: string }[];
  dir: 'ltr' | 'rtl';
  lang: string;
  invalid: boolean;
  /** Id of what says what is amiss. */
  describedBy?: string;
  /** Introduces the buttons that insert a fact. */
  insertLabel: string;
  onChange: (text: string) => void;
};

const chipClasses =
  'mx-0.5 inline-block select-all rounded-field bg-tint px-1.5 font-details font-semibold text-on-tint text-sm leading-6';

/** No native field can show chips among its letters. */
const editable = { role: 'textbox', contentEditable: true, tabIndex: 0 } as const;

/** Builds the nodes of a text: known facts as chips, which are deleted and selected as one letter is. */
function nodesOf(text: string, labels: ReadonlyMap<string, string>): Node[] {
  return text.split(/(\{[a-z_]+\})/).flatMap((part): Node[] => {
    const name = /^\{([a-z_]+)\}$/.exec(part)?.[1];
    const label = name === undefined ? undefined : labels.get(name);
    if (name !== undefined && label !== undefined) return [chipOf(name, label)];
    return part === '' ? [] : [document.createTextNode(part)];
  });
}

function chipOf(name: string, label: string): HTMLElement {
  const chip = document.createElement('span');
  chip.contentEditable = 'false';
  chip.dataset.fact = name;
  chip.className = chipClasses;
  chip.textContent = label;
  return chip;
}

/** The text of an edited field: chips in braces, and no line breaks, which browsers add as elements. */
function textIn(node: Node): string {
  if (node instanceof HTMLElement && node.dataset.fact) return `{${node.dataset.fact}}`;
  if (node instanceof Text) return node.data.replace(/[\u00a0\n]/g, ' ');
  return Array.from(node.childNodes, textIn).join('');
}

/** A text field in which facts are chips. They are inserted with buttons at the cursor, and removed like letters. */
export function ChipField(props: ChipFieldProps) {
  const { label, value, facts, dir, lang, invalid, describedBy, insertLabel, onChange } = props;
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // Typing shows itself; only a text from outside, such as the default, is drawn.
    if (!field.current || shown.current === value) return;
    shown.current = value;
    field.current.replaceChildren(
      ...nodesOf(value, new Map(facts.map(({ name, label: named }) => [name, named]))),
    );
  }, [value, facts]);
  const report = () => {
    if (!field.current) return;
    shown.current = textIn(field.current);
    onChange(shown.current);
  };
  const insert = (node: Node) => {
    const selection = getSelection();
    if (!field.current || !selection) return;
    if (!selection.anchorNode || !field.current.contains(selection.anchorNode)) {
      field.current.focus();
      selection.selectAllChildren(field.current);
      selection.collapseToEnd();
    }
    const range = selection.getRangeAt(0);
    range.deleteContents();
    range.insertNode(node);
    range.collapse(false);
    field.current.focus();
    report();
  };
  const keepOneLine = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  const wiring = {
    ...editable,
    'aria-labelledby': id,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    suppressContentEditableWarning: true,
    dir,
    lang,
    className: classes(controlClasses, 'wrap-anywhere min-h-20 whitespace-pre-wrap leading-7'),
    onInput: report,
    onKeyDown: keepOneLine,
    onPaste: (event: ClipboardEvent) => {
      event.preventDefault();
      insert(document.createTextNode(event.clipboardData.getData('text/plain').replace(/\s+/g, ' ')));
    },
  };
  return (
    <div className="grid gap-2">
      <span id={id} className="font-semibold text-sm">
        {label}
      </span>
      <div ref={field} {...wiring} />
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-ink-soft text-sm">{insertLabel}</span>
        {facts.map((fact) => (
          <button
            key={fact.name}
            type="button"
            // The cursor stays in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => insert(chipOf(fact.name, fact.label))}
            className="min-h-8 rounded-field border px-2 font-semibold text-sm hover:border-link"
          >
            {fact.label}
          </button>
        ))}
      </div>
    </div>
  );
}
