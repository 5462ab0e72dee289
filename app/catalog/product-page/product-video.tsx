import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { productTexts } from '#app/i18n/texts/product.ts';
import { autoplayAllowed } from '#app/ui/autoplay-allowed.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';

type ProductVideoProps = {
  src: string;
  /** Picture until the video plays. */
  poster: string;
  sizes: string;
  /** The slide is in view: only then the video loads, and plays if autoplay is allowed. */
  visible: boolean;
};

/** A silent, looping product video with a play and pause button. */
export function ProductVideo({ src, poster, sizes, visible }: ProductVideoProps) {
  const t = productTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [state, setState] = useState<'unseen' | 'seen' | 'failed'>('unseen');

  useEffect(() => {
    setPlaying(visible && autoplayAllowed());
  }, [visible]);

  useEffect(() => {
    const { current: screen } = video;
    if (!screen || !playing) return;
    // `load` retries after a failure.
    if (screen.error) screen.load();
    screen.play().catch(() => setPlaying(false));
    return () => screen.pause();
  }, [playing]);

  return (
    <BareButton
      aria-label={t(playing ? 'pauseVideo' : 'playVideo')}
      onClick={() => setPlaying(!playing)}
      className="relative size-full -outline-offset-4"
    >
      <Picture src={poster} alt="" sizes={sizes} className="size-full object-cover" />
      {/* The video has no sound, so it needs no captions. */}
      <video
        ref={video}
        src={src}
        loop
        muted
        playsInline
        preload="none"
        onPlaying={() => setState('seen')}
        onError={() => setState('failed')}
        className={classes(
          'absolute inset-0 size-full object-contain',
          state === 'seen' ? 'bg-sunken' : 'invisible',
        )}
      />
      <span
        aria-hidden="true"
        className={classes(
          'absolute grid place-items-center rounded-control bg-raised text-ink',
          playing ? 'end-3 bottom-3 size-9' : 'inset-0 m-auto size-16',
        )}
      >
        {playing ? <Pause className="size-4" /> : <Play className="size-7" />}
      </span>
      {state === 'failed' ? (
        <span
          role="status"
          className="absolute inset-x-3 bottom-3 rounded-control bg-raised p-3 text-ink text-sm"
        >
          {t('videoFailed')}
        </span>
      ) : null}
    </BareButton>
  );
}
