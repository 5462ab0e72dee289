import { productTexts } from '#app/i18n/texts/product.ts';
import { garmentWord } from '#app/lib/garment-words.ts';
import { classes } from '#app/ui/classes.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { SizeAdviserForm } from './size-adviser-form.tsx';
import { sizeChartOf } from './size-charts.ts';
import type { GarmentType } from './types.ts';

type SizeChartDialogProps = {
  garment: GarmentType;
  /** Selected size, or ''. */
  selectedSize: string;
  onClose: () => void;
  /** Available sizes, and the handler for choosing one. */
  offered: readonly string[];
  onSelect: (size: string) => void;
};

/** The size chart of a garment type in centimeters (docs/product.md, Printing), with the size adviser. */
export default function SizeChartDialog(props: SizeChartDialogProps) {
  const { garment, selectedSize, onClose, offered, onSelect } = props;
  const t = productTexts();
  const { measures, rows } = sizeChartOf(garment);
  const cell = 'px-1.5 py-2.5 text-start max-sm:text-xs sm:px-3';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sizeChartOf', { garment: garmentWord(garment) })}
      description={t('centimetres')}
    >
      <div className="overflow-x-auto">
        <table className="w-full font-details tabular-nums">
          <thead className="border-b text-sm">
            <tr>
              <th scope="col" className={cell}>
                {t('measure_size')}
              </th>
              {measures.map((measure) => (
                <th key={measure} scope="col" className={cell}>
                  {t(`measure_${measure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ size, centimetres }) => (
              <tr
                key={size}
                className={classes('border-b last:border-0', size === selectedSize && 'bg-tint text-on-tint')}
              >
                <th scope="row" className={cell}>
                  {size}
                </th>
                {measures.map((measure) => (
                  <td key={measure} className={cell}>
                    {centimetres[measure]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SizeAdviserForm
        garment={garment}
        offered={offered}
        onSelect={(size) => {
          onSelect(size);
          onClose();
        }}
      />
    </Dialog>
  );
}
