import { type ReactNode, useState } from 'react';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { BothVersions, type FieldNames } from './both-versions.tsx';
import { EditorEnd } from './editor-end.tsx';
import type { Editor } from './use-editor.ts';

type EditorDialogProps = {
  title: string;
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
  const { title, editor, names, save, waiting = false, onClose, children } = props;
  const t = useWords(adminWords);
  const [asking, setAsking] = useState(false);
  const leave = () => (editor.dirty || waiting ? setAsking(true) : onClose());
  return (
    <>
      <Dialog open={!asking} size={editor.conflict ? 'large' : 'regular'} title={title} onClose={leave}>
        {editor.conflict ? (
          <BothVersions editor={editor} {...names} />
        ) : (
          <form onSubmit={(event) => void editor.submit(event)} noValidate className="grid gap-5">
            {children}
            <EditorEnd failure={editor.failure} save={save} busy={editor.busy || waiting} onCancel={leave} />
          </form>
        )}
      </Dialog>
      <Dialog
        open={asking}
        size="small"
        title={t('leaveTitle')}
        description={t('leaveWhy')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('stay')}
            </Button>
            <Button variant="destructive" onClick={onClose}>
              {t('leave')}
            </Button>
          </>
        }
      />
    </>
  );
}
