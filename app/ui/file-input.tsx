import type { ComponentProps } from 'react';

/** A field to choose files or drop them on. */
export function FileInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...props}
      type="file"
      className="w-full min-w-0 cursor-pointer rounded-field border border-line-strong border-dashed bg-surface p-4 text-sm file:me-4 file:min-h-9 file:cursor-pointer file:rounded-control file:border-0 file:bg-tint file:px-4 file:font-semibold file:text-on-tint hover:border-ink-soft"
    />
  );
}
