import { Music, Pause } from 'lucide-react';
import { useRef, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { toast } from '#app/ui/toast.ts';
import { useCoversContent } from '#app/ui/use-covers-content.ts';

/** Background music of tenants that have it: one toggle, looping; nothing loads before the first play. */
export default function MusicPlayer() {
  const t = shellTexts();
  const { autoPlayMusic, musicSrc } = useBrand();
  const audio = useRef<HTMLAudioElement>(null);
  const place = useRef<HTMLElement>(null);
  const covers = useCoversContent(place);
  const [playing, setPlaying] = useState(false);
  if (!autoPlayMusic || !musicSrc) return null;
  const Icon = playing ? Pause : Music;
  const failed = ({ name }: Error) => {
    // AbortError: paused before playback started.
    if (name === 'AbortError') return;
    setPlaying(false);
    toast({ title: t('musicFailed'), description: t('musicFailedWhy'), variant: 'destructive' });
  };
  const toggle = () => {
    const player = audio.current;
    if (playing) player?.pause();
    else {
      // A failed element needs `load` to try again.
      if (player?.error) player.load();
      player?.play().catch(failed);
    }
  };
  return (
    <section
      aria-label={t('musicLabel')}
      ref={place}
      data-music-player
      // On phones the button is part of the navigation.
      className={classes(
        'fixed start-1.5 bottom-[calc(0.375rem+env(safe-area-inset-bottom))] z-50 transition-opacity md:start-1 md:bottom-4 md:z-30',
        covers && 'md:not-focus-within:pointer-events-none md:not-focus-within:opacity-0',
      )}
    >
      <audio
        ref={audio}
        src={musicSrc}
        loop
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <track kind="captions" />
      </audio>
      <BareButton
        aria-label={playing ? t('pauseMusic') : t('playMusic')}
        onClick={toggle}
        className="stroked grid size-11 place-items-center rounded-full border-line bg-raised text-ink shadow-raised hover:text-link"
      >
        <Icon className="size-5" />
      </BareButton>
    </section>
  );
}
