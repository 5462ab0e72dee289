import type { ReactNode } from 'react';
import { useOpenThing } from '../../live/presence.ts';
import { PresencePeers } from '../../live/presence-peers.tsx';
import { ConflictPanel, type FieldNames } from './conflict-panel.tsx';
import { EditorEnd } from './editor-end.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { Editor } from './use-editor.ts';

type EditorDialogProps = {
  title: string;
  /** What is edited, the same in every window, so that colleagues see each other; '' for something new. */
  thing: string;
  editor: Editor;
  names: FieldNames;
  /** The button that saves. */
  save: string;
  /** Something is under way that must be awaited before the form is saved. */
  waiting?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog around a form that several may edit, with the two ways out of it. What the form holds must live outside, since
 * only one of form, question and choice of versions is there at a time.
 */
export function EditorDialog(props: EditorDialogProps) {
  const { title, thing, editor, names, save, waiting = false, onClose, children } = props;
  useOpenThing(thing, 'inDialog');
  return (
    <FormDialog
      title={title}
      size={editor.conflict ? 'large' : 'regular'}
      dirty={editor.dirty || waiting}
      onClose={onClose}
    >
      {(leave) => (
        <>
          <PresencePeers thing={thing} />
          {editor.conflict ? (
            <ConflictPanel editor={editor} {...names} />
          ) : (
            <form onSubmit={(event) => void editor.submit(event)} noValidate className="grid gap-5">
              {children}
              <EditorEnd
                failure={editor.failure}
                save={save}
                busy={editor.busy || waiting}
                onCancel={leave}
              />
            </form>
          )}
        </>
      )}
    </FormDialog>
  );
}
