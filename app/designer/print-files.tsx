import { Download } from 'lucide-react';
import { useId } from 'react';
import { SIDES, type Side } from '#app/garments/print-areas.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { downloadFile } from '#app/lib/download-file.ts';
import { Button } from '#app/ui/button.tsx';
import { useAction } from '#app/ui/use-action.ts';

type PrintLine = Pick<Tables<'order_lines'>, 'id' | 'name' | 'customization'>;

const KINDS = ['png', 'svg'] as const;

/** Returns the printed sides of an ordered design; none for a line without a design. */
function printedSides(customization: PrintLine['customization']): Side[] {
  const elements = customization?.design.elements ?? [];
  return SIDES.filter((side) => elements.some((element) => element.side === side));
}

/** Print files for staff: one per printed side of an order's designs. */
export function PrintFiles({ lines }: { lines: readonly PrintLine[] }) {
  const t = customizeTexts();
  const heading = useId();
  const { busyWith, act } = useAction({
    explain: (error) => (error instanceof BackendError ? error.message : t('unreachable')),
  });
  const files = lines.flatMap(({ id, name, customization }) =>
    printedSides(customization).flatMap((side) =>
      KINDS.map((kind) => ({ path: `/print-files/${id}/${side}.${kind}`, name, side, kind })),
    ),
  );
  if (files.length === 0) return null;

  const download = (path: string) =>
    act({ key: path, run: () => downloadFile(path), failed: t('printFileFailed') });
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="text-heading">
        {t('printFiles')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {files.map(({ path, name, side, kind }) => (
          <li key={path}>
            <Button
              variant="outline"
              size="small"
              busy={busyWith === path}
              onClick={() => void download(path)}
            >
              <Download className="size-4" />
              {t('printFile', { name, side: t(side).toLowerCase(), kind: kind.toUpperCase() })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
