import { type ReactNode, useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { Colleagues } from '../live/colleagues.tsx';
import { useOpenThing } from '../live/presence.ts';
import { BothVersions, type FieldNames } from './both-versions.tsx';
import { EditorEnd } from './editor-end.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useUnsaved } from './unsaved.ts';
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
 * A dialog around a form, with the two ways out of it. Closing it in any way asks before anything entered is lost; what
 * the form holds must live outside, since only one of form, question and choice of versions is there at a time.
 */
export function EditorDialog(props: EditorDialogProps) {
  const { title, thing, editor, names, save, waiting = false, onClose, children } = props;
  const [asking, setAsking] = useState(false);
  const unsaved = editor.dirty || waiting;
  const leave = () => (unsaved ? setAsking(true) : onClose());
  useUnsaved(unsaved);
  useOpenThing(thing);
  return (
    <>
      <Dialog open={!asking} size={editor.conflict ? 'large' : 'regular'} title={title} onClose={leave}>
        <Colleagues thing={thing} />
        {editor.conflict ? (
          <BothVersions editor={editor} {...names} />
        ) : (
          <form onSubmit={(event) => void editor.submit(event)} noValidate className="grid gap-5">
            {children}
            <EditorEnd failure={editor.failure} save={save} busy={editor.busy || waiting} onCancel={leave} />
          </form>
        )}
      </Dialog>
      <LeaveQuestion open={asking} onStay={() => setAsking(false)} onLeave={onClose} />
    </>
  );
}
