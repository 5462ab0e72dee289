import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
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
  /** The form has fields beside each other. */
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
  const t = useTranslations('admin', adminMessages);
  const [incomplete, setIncomplete] = useState(false);
  useOpenResource(resource, 'inDialog');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const field = findIncomplete(event.currentTarget);
    setIncomplete(field !== undefined);
    if (!field) return void editor.submit(event);
    event.preventDefault();
    field.focus();
  };
  return (
    <FormDialog
      title={title}
      size={editor.conflict || wide ? 'large' : 'regular'}
      dirty={editor.dirty || waiting}
      onClose={onClose}
    >
      {(cancel) => (
        <>
          <PresencePeers resource={resource} />
          {editor.conflict ? (
            <ConflictPanel editor={editor} {...names} />
          ) : (
            <form onSubmit={submit} noValidate className="grid gap-5">
              {children}
              <EditorFooter
                failure={incomplete ? t('incomplete') : editor.failure}
                save={save}
                busy={editor.busy || waiting}
                onCancel={cancel}
              />
            </form>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Finds a date or time of which only a part was typed: its value is '', as if nothing was. */
function findIncomplete(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.elements].find(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.badInput,
  );
}

type EditorFooterProps = { failure: string; save: string; busy: boolean; onCancel: () => void };

/** Footer of a form in a dialog: error message, save and cancel. */
function EditorFooter({ failure, save, busy, onCancel }: EditorFooterProps) {
  const t = useTranslations('admin', adminMessages);
  const footer = useRef<HTMLDivElement>(null);
  // In a long dialog the message may be outside the visible part.
  useEffect(() => {
    if (failure) footer.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={footer} className="grid gap-5">
      {failure ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text">
          {failure}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {save}
        </Button>
      </div>
    </div>
  );
}
