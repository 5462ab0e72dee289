import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { ConflictPanel, type FieldNames } from './conflict-panel.tsx';
import { useDirtyForm } from './dirty-forms.ts';
import { SaveHint } from './save-hint.tsx';
import { saveKeys } from './save-keys.ts';
import type { Editor } from './use-editor.ts';

type EditorFrameProps = FieldNames & {
  editor: Editor;
  /** Label of the submit button. */
  save: string;
  /** An upload must finish before the form can be saved. */
  waiting?: boolean;
  /** The main form of the page: save shortcuts apply to it wherever the focus is. */
  main?: boolean;
  /** Keeps the button visible while scrolling. */
  sticky?: boolean;
  /** Class names of the field grid. */
  className: string;
  children: ReactNode;
};

/** A form on a page that several people may edit: conflict, fields, error message and submit button. */
export function EditorFrame({
  editor,
  labels,
  formatField,
  save,
  waiting = false,
  main = false,
  sticky = false,
  className,
  children,
}: EditorFrameProps) {
  useDirtyForm(editor.dirty || waiting);
  return (
    <form
      data-page-form={main || undefined}
      onSubmit={(event) => void editor.submit(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <ConflictPanel editor={editor} labels={labels} formatField={formatField} />
      <div className={classes('grid items-start', className)}>{children}</div>
      {editor.failure ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text">
          {editor.failure}
        </p>
      ) : null}
      {editor.conflict ? null : (
        <div
          className={classes(
            'flex flex-wrap items-center gap-4',
            sticky && 'sticky bottom-0 border-t bg-page py-3',
          )}
        >
          <Button type="submit" busy={editor.busy} disabled={waiting} aria-keyshortcuts={saveKeys}>
            {save}
          </Button>
          <SaveHint dirty={editor.dirty || waiting} />
        </div>
      )}
    </form>
  );
}
