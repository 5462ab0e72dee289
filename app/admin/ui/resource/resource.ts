import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';
import type { Action } from '#app/ui/use-action.ts';
import type { FieldNames } from '../edit/conflict-panel.tsx';
import type { TranslatedName } from '../edit/translated-texts.ts';
import type { BulkAction } from '../list/bulk-buttons.tsx';
import type { ListColumns } from '../list/features.ts';
import type { TrashedTable } from '../undo.ts';
import type { StoredRow, SwitchedTable } from './rows.ts';

/**
 * The row that a form opens with: a stored one to edit, one to copy, null for a new one, or a chosen one to
 * start a new one from; `again` returns to the choice.
 */
export type FormTask<Row> =
  | { kind: 'add'; row: null }
  | { kind: 'edit' | 'copy'; row: Row }
  | { kind: 'chosen'; row: Row; again: () => void };

type ResourceForm<Row, Form extends FieldValues> = {
  schema: ZodType<Form, Form>;
  /** The values of a row, or of a new one. */
  values: (row: Row | null) => Form & DefaultValues<Form>;
  /** Labels of its fields, for the form and for conflicts; those of translations are generated. */
  labels: Readonly<Record<Exclude<keyof Form & string, TranslatedName<string>>, string>>;
  /** Fields with translations. */
  translated?: readonly (keyof Form & string)[];
  formatField?: FieldNames['formatField'];
  fields: (form: UseFormReturn<Form, unknown, Form>, task: FormTask<Row>) => ReactNode;
  /** Adds a row, or saves one over the version `base`; returns the newer version on a conflict. */
  write: (values: Form, base: Row | null) => Promise<Row | null>;
  title: (task: FormTask<Row>) => string;
  /** Label of the action that opens the form, where it edits only a part of the row. */
  open?: (row: Row) => string;
  /** Label of the submit button. */
  save: (task: FormTask<Row>) => string;
  /** Message after saving. */
  saved: (values: Form, task: FormTask<Row>) => string;
  /** Error message shown beside the buttons; '' when `form` shows it at a field. */
  failed: (error: unknown, form: UseFormReturn<Form, unknown, Form>) => string;
};

/** An additional action of a row: a change with its undo, or any other function. */
type ResourceAction<Row> = {
  icon: LucideIcon;
  label: (row: Row) => string;
  className?: string;
} & ({ run: (row: Row) => void } | { change: (row: Row) => Action<unknown> });

/** How rows of a table are deleted: to the trash, or by `run`. */
type ResourceDeletion<Row> = {
  table: TrashedTable;
  /** Deletes one row where special rules apply. */
  run?: (row: Row) => Promise<void>;
  /** Why a row cannot be deleted. */
  why?: (row: Row) => string | undefined;
  failed: string;
};

/**
 * A kind of row that staff see in a list and edit in a dialog. From this declaration the office's ui reads,
 * saves, switches, deletes, sorts, undoes, exports and merges rows.
 */
export type Resource<Row extends StoredRow, Form extends FieldValues> = {
  /** Key of the list for stored columns, views and file names. */
  list: string;
  /** Prefix of a row's presence key, before its id. */
  entity: string;
  title: string;
  nameOf: (row: Row) => string;
  /** Default sort. */
  sort: string;
  columns: ListColumns<Row>;
  /** Label of the add button; without it staff cannot add rows. */
  add?: string;
  /** Chooses the row that a new one starts from. */
  choose?: (onChoose: (row: Row) => void) => ReactNode;
  /** Title and text shown for an empty list. */
  none: string;
  noneWhy: string;
  form: ResourceForm<Row, Form>;
  /** The action that opens a copy of a row as a new one, and the values of the copy. */
  copy?: { label: (row: Row) => string; values: (row: Row) => Form & DefaultValues<Form> };
  /** Actions before the standard ones. */
  actions?: readonly ResourceAction<Row>[];
  /** The table whose rows are switched by `is_active`, and the error message. */
  switches?: { table: SwitchedTable; isActive: (row: Row) => boolean; failed: string };
  /** How rows are deleted; a function asks for confirmation itself. */
  deletes?: ResourceDeletion<Row> | ((row: Row) => void);
  bulk?: readonly BulkAction<Row>[];
};
