import { Button } from '#app/ui/button.tsx';

type FormEndProps = { failure: string; save: string; cancel: string; busy: boolean; onCancel: () => void };

/** The end of a form in a dialog: what went wrong, and the two ways out. */
export function FormEnd({ failure, save, cancel, busy, onCancel }: FormEndProps) {
  return (
    <>
      {failure ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text">
          {failure}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {save}
        </Button>
      </div>
    </>
  );
}
