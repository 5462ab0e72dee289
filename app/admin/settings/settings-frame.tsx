import type { ReactNode } from 'react';
import { BothVersions } from '../kit/edit/both-versions.tsx';
import { useUnsaved } from '../kit/edit/unsaved.ts';
import type { Editor } from '../kit/edit/use-editor.ts';
import { SaveBar } from './save-bar.tsx';

type SettingsFrameProps = {
  editor: Editor;
  /** How the fields are named when two people changed them; a field without a label names itself. */
  labels: Readonly<Record<string, string>>;
  className: string;
  children: ReactNode;
};

/** A form of settings with what stands around it: the choice between two versions, the button. */
export function SettingsFrame({ editor, labels, className, children }: SettingsFrameProps) {
  useUnsaved(editor.dirty);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <BothVersions editor={editor} labels={labels} />
      <form data-page-form onSubmit={(event) => void editor.submit(event)} noValidate className={className}>
        {children}
        <SaveBar failure={editor.failure} busy={editor.busy} unsaved={editor.dirty} />
      </form>
    </div>
  );
}
