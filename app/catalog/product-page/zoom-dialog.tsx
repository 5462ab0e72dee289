import { type LucideIcon, Minus, Plus, X } from 'lucide-react';
import { productTexts } from '#app/i18n/texts/product.ts';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { Button } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { useModal } from '#app/ui/use-modal.ts';
import { largestScale } from './pan-zoom.ts';
import { usePanZoom } from './use-pan-zoom.ts';

type ControlProps = { label: string; icon: LucideIcon; onClick: () => void; disabled?: boolean };

function Control({ label, icon: Icon, onClick, disabled }: ControlProps) {
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
      className="bg-raised!"
    >
      <Icon className="size-5" />
    </Button>
  );
}

type ZoomDialogProps = { src: string; name: string; onClose: () => void };

/** Shows one picture full screen, with zoom up to four times. */
export default function ZoomDialog({ src, name, onClose }: ZoomDialogProps) {
  const t = productTexts();
  const tUi = uiTexts();
  const ref = useModal(true, onClose);
  const { frame, view, zoom } = usePanZoom();
  return (
    <dialog
      ref={ref}
      aria-label={t('zoomOf', { name })}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-page text-ink"
    >
      <div ref={frame} className="size-full cursor-grab touch-none active:cursor-grabbing">
        <div
          style={{ transform: `translate(${view.x}%, ${view.y}%) scale(${view.scale})` }}
          className="size-full"
        >
          <Picture
            src={src}
            alt={name}
            sizes="200vw"
            widest={1600}
            className="pointer-events-none size-full object-contain"
          />
        </div>
      </div>
      <div className="absolute end-4 top-4">
        <Control label={tUi('close')} icon={X} onClick={onClose} />
      </div>
      <div className="absolute inset-x-4 bottom-4 flex items-center justify-center gap-2">
        <Control
          label={t('zoomOut')}
          icon={Minus}
          onClick={() => zoom(1 / 1.5)}
          disabled={view.scale === 1}
        />
        <p className="rounded-control bg-raised px-3 py-2 text-ink-soft text-sm max-md:hidden">
          {t('zoomHint')}
        </p>
        <Control
          label={t('zoomIn')}
          icon={Plus}
          onClick={() => zoom(1.5)}
          disabled={view.scale === largestScale}
        />
      </div>
    </dialog>
  );
}
