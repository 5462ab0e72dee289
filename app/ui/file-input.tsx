import { type ComponentProps, useState } from 'react';
import { fileInputTexts } from '#app/i18n/texts/file-input.ts';
import { classes } from './classes.ts';

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'title'>;

/**
 * A field to select files or drop them on. The browser's own control is an invisible overlay, because its texts are in
 * the browser's language.
 */
export function FileInput({ onChange, ...props }: FileInputProps) {
  const t = fileInputTexts();
  // Null once the field's owner has taken the files, which then lists them itself.
  const [names, setNames] = useState<readonly string[] | null>([]);
  const kind = props.accept?.startsWith('image/') ? 'picture' : 'file';
  const chosen = names?.length === 0 ? t(`none_${kind}`) : (names ?? []).join(', ');
  return (
    <div
      className={classes(
        'relative flex w-full min-w-0 flex-wrap items-center gap-x-4 gap-y-1 rounded-field border border-line-strong border-dashed bg-surface p-4 text-sm',
        'outline-focus has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        props.disabled ? 'text-ink-soft' : 'hover:border-ink-soft',
      )}
    >
      <span
        aria-hidden="true"
        className="grid min-h-9 place-content-center rounded-control bg-tint px-4 font-semibold text-on-tint"
      >
        {t(props.multiple ? `choose_${kind}s` : `choose_${kind}`)}
      </span>
      <bdi aria-hidden="true" className="wrap-anywhere min-w-0 text-ink-soft">
        {chosen}
      </bdi>
      <input
        {...props}
        type="file"
        title={chosen}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
        onChange={(event) => {
          const field = event.currentTarget;
          const files = Array.from(field.files ?? [], ({ name }) => name);
          onChange?.(event);
          // Fields that read their files at once are emptied for the next ones.
          setNames(field.value === '' ? null : files);
        }}
      />
    </div>
  );
}
