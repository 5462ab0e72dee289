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
  /** The button that saves. */
  save: string;
  /** Something is under way that must be awaited before the form is saved. */
  waiting?: boolean;
  /** The page is there for this form: the keys that save mean it wherever the focus is. */
  main?: boolean;
  /** The button stays in sight while a long form is scrolled. */
  sticky?: boolean;
  /** Of the grid that the fields stand in. */
  className: string;
  children: ReactNode;
};

/** A form on a page that several may edit, with what stands around its fields: both versions, what went wrong, the button. */
export function EditorFrame(props: EditorFrameProps) {
  const {
    editor,
    labels,
    shown,
    save,
    waiting = false,
    main = false,
    sticky = false,
    className,
    children,
  } = props;
  useDirtyForm(editor.dirty || waiting);
  return (
    <form
      data-page-form={main || undefined}
      onSubmit={(event) => void editor.submit(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <ConflictPanel editor={editor} labels={labels} {...(shown && { shown })} />
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
