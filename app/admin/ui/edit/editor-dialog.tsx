import { type FormEvent, type ReactNode, useState } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { useOpenResource } from '../../live/presence.ts';
import { PresencePeers } from '../../live/presence-peers.tsx';
import { ConflictPanel, type FieldNames } from './conflict-panel.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { Editor } from './use-editor.ts';

type EditorDialogProps = {
  title: string;
  /** Key of the edited entity, equal in all windows, for presence; '' for a new one. */
  resource: string;
  editor: Editor;
  names: FieldNames;
  /** Label of the submit button. */
  save: string;
  /** An upload must finish before the form can be saved. */
  waiting?: boolean;
  /** The form has fields side by side. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog for a form that several people may edit, with save and cancel. Form state must live outside,
 * because form, discard question and conflict replace each other.
 */
export function EditorDialog(props: EditorDialogProps) {
  const { title, resource, editor, names, save, waiting = false, wide = false, onClose, children } = props;
  const t = adminTexts();
  const [incomplete, setIncomplete] = useState(false);
  useOpenResource(resource, 'inDialog');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const field = findIncomplete(event.currentTarget);
    setIncomplete(field !== undefined);
    if (field) field.focus();
    else void editor.submit(event);
  };
  return (
    <FormDialog
      title={title}
      size={editor.conflict || wide ? 'large' : 'regular'}
      dirty={editor.dirty || waiting}
      above={<PresencePeers resource={resource} />}
      instead={editor.conflict ? <ConflictPanel editor={editor} {...names} /> : undefined}
      onSubmit={submit}
      failure={incomplete ? t('incomplete') : editor.failure}
      submit={save}
      busy={editor.busy || waiting}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** Finds a date or time that was only partly typed: its value is '', as if it were empty. */
function findIncomplete(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.elements].find(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.badInput,
  );
}
