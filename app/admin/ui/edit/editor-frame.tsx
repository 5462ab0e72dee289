import type { ReactNode } from 'react';
import { classes } from '#app/ui/classes.ts';
import { ConflictPanel, type FieldNames } from './conflict-panel.tsx';
import { useDirtyForm } from './dirty-forms.ts';
import { SaveBar } from './save-bar.tsx';
import type { Editor } from './use-editor.ts';

type EditorFrameProps = FieldNames & {
  editor: Editor;
  /** Label of the submit button. */
  save: string;
  /** An upload must finish before the form can be saved. */
  waiting?: boolean;
  /** The page's main form: save shortcuts apply wherever the focus is, and its save bar is always visible. */
  main?: boolean;
  /** Class names of the field grid. */
  className: string;
  children: ReactNode;
};

/** A form on a page that several people may edit: conflict, fields and save bar. */
export function EditorFrame({
  editor,
  labels,
  formatField,
  save,
  waiting = false,
  main = false,
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
      <div
        className={classes(
          'grid items-start',
          main && '[&_:is(a,button,input,select,textarea)]:scroll-mb-24',
          className,
        )}
      >
        {children}
      </div>
      <SaveBar editor={editor} save={save} dirty={editor.dirty || waiting} waiting={waiting} sticky={main} />
    </form>
  );
}
