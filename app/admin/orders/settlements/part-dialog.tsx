import { useState } from 'react';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { adminStatementsTexts } from '#app/i18n/texts/admin-statements.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { usePiecesOf } from '../data/use-pieces-of.ts';
import { TakenPieces } from '../edit/taken-pieces.tsx';
import { allTaken, countTaken, piecesTaken, type TakenLine } from '../model/taken-pieces.ts';
import { resolveDifferenceAsPart } from './statement-calls.ts';

type PartDialogProps = {
  /** Id of the difference. */
  difference: string;
  shipment: { id: string; number: number };
  /** The statement's amount, formatted. */
  stated: string;
  note: string;
  onClose: () => void;
};

/** Settles a difference by the pieces that the customer took of its shipment. */
export function PartDialog({ difference, shipment, stated, note, onClose }: PartDialogProps) {
  const t = adminStatementsTexts();
  const tShipments = adminShipmentsTexts();
  const { busy, change } = useChange();
  const [ids] = useState([shipment.id]);
  const read = usePiecesOf(ids);
  const [chosen, setChosen] = useState<TakenLine[] | null>(null);
  const [failure, setFailure] = useState('');
  const lines = chosen ?? allTaken(read?.[0]?.pieces ?? []);
  const settle = () => {
    const pieces = piecesTaken(lines);
    if (countTaken(lines).taken === 0 || !pieces) return setFailure(tShipments('nothingTaken'));
    return change({
      run: () => resolveDifferenceAsPart(difference, pieces, note),
      done: t('resolved'),
      onDone: onClose,
      failed: t('notResolved'),
      onFailure: setFailure,
    });
  };
  return (
    <FormDialog
      size="small"
      title={t('tookPartTitle', { number: shipment.number })}
      description={t('tookPartWhy', { stated })}
      dirty={chosen !== null}
      onClose={onClose}
      onSubmit={settle}
      busy={busy}
      failure={failure}
      submit={t('settlePart')}
    >
      {read ? (
        <TakenPieces lines={lines} onChange={setChosen} />
      ) : (
        <p role="status">{tShipments('readingPieces')}</p>
      )}
    </FormDialog>
  );
}
