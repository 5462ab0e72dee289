import { useEffect, useState } from 'react';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { readPiecesOf, type ShipmentPieces } from './delivery-calls.ts';

/**
 * The pieces of shipments, read when a dialog opens; null until then.
 * @param shipmentIds the same array in every render
 */
export function usePiecesOf(shipmentIds: readonly string[]): readonly ShipmentPieces[] | null {
  const [pieces, setPieces] = useState<readonly ShipmentPieces[] | null>(null);
  useEffect(() => {
    if (shipmentIds.length === 0) return;
    let isGone = false;
    readPiecesOf(shipmentIds).then(
      (read) => isGone || setPieces(read),
      (error: unknown) => {
        toast({
          title: adminShipmentsTexts()('piecesNotRead'),
          description: errorMessage(error),
          variant: 'destructive',
        });
      },
    );
    return () => {
      isGone = true;
    };
  }, [shipmentIds]);
  return pieces;
}
