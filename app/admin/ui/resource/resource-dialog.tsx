import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { Dialog } from '#app/ui/dialog.tsx';
import { EditorDialog } from '../edit/editor-dialog.tsx';
import { translatedLabels } from '../edit/translated-texts.ts';
import { useEditor } from '../edit/use-editor.ts';
import { FormLabels } from './inputs.tsx';
import type { FormTask, Resource } from './resource.ts';
import type { StoredRow } from './rows.ts';

type ResourceDialogProps<Row extends StoredRow, Form extends FieldValues> = {
  resource: Pick<Resource<Row, Form>, 'entity' | 'form' | 'copy' | 'choose'>;
  task: FormTask<Row>;
  onClose: () => void;
};

/** The form of a resource's row in a dialog; a new row may start with a choice. */
export function ResourceDialog<Row extends StoredRow, Form extends FieldValues>(
  props: ResourceDialogProps<Row, Form>,
) {
  const [chosen, setChosen] = useState<Row | null>(null);
  const { resource, task, onClose } = props;
  if (task.kind !== 'add' || !resource.choose) return <RowDialog {...props} />;
  if (chosen)
    return <RowDialog {...props} task={{ kind: 'chosen', row: chosen, again: () => setChosen(null) }} />;
  return (
    <Dialog open title={resource.form.title(task)} onClose={onClose}>
      {resource.choose(setChosen)}
    </Dialog>
  );
}

function RowDialog<Row extends StoredRow, Form extends FieldValues>({
  resource: { entity, form: declared, copy },
  task,
  onClose,
}: ResourceDialogProps<Row, Form>) {
  const [uploading, setUploading] = useState(false);
  const row = task.kind === 'edit' || task.kind === 'chosen' ? task.row : null;
  const form = useForm<Form, unknown, Form>({
    resolver: zodResolver(declared.schema),
    defaultValues: task.kind === 'copy' && copy ? copy.values(task.row) : declared.values(task.row),
  });
  const editor = useEditor<Form, Row | null>(form, {
    row,
    formValues: declared.values,
    write: declared.write,
    saved: (values) => declared.saved(values, task),
    onClose,
    failed: (error) => declared.failed(error, form),
  });
  const { translated = [] } = declared;
  const names: Readonly<Record<string, string>> = declared.labels;
  const labels = { ...names, ...translatedLabels(translated, names) };
  return (
    <EditorDialog
      resource={row ? `${entity} ${row.id}` : ''}
      title={declared.title(task)}
      editor={editor}
      names={{ labels, formatField: declared.formatField }}
      save={declared.save(task)}
      waiting={uploading}
      wide={translated.length > 0}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <FormLabels value={{ labels, onBusy: setUploading }}>{declared.fields(form, task)}</FormLabels>
      </FormProvider>
    </EditorDialog>
  );
}
