import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { homeTexts } from '#app/i18n/texts/home.ts';
import { autoplayAllowed } from '#app/ui/autoplay-allowed.ts';
import { Button } from '#app/ui/button.tsx';
import meeples from '../pictures/meeples.webm';
import table from '../pictures/table.webm';
import posterSmall from '../pictures/table-800.avif';
import posterLarge from '../pictures/table-1600.avif';

const clips = [table, meeples];

/** Looping clips behind a hero, over a poster. */
export function HeroFilm() {
  const t = homeTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [clip, setClip] = useState(0);

  useEffect(() => {
    // Without autoplay: the poster and a play button.
    if (!autoplayAllowed()) return;
    // Start after load, so that the film does not delay the page.
    const start = () => setPlaying(true);
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
    return () => removeEventListener('load', start);
  }, []);

  useEffect(() => {
    const { current: screen } = video;
    const source = clips[clip];
    if (!screen || !source || !playing) return;
    if (!screen.src.endsWith(source)) screen.src = source;
    // If playback is refused, the poster stays.
    screen.play().catch(() => setPlaying(false));
    return () => screen.pause();
  }, [playing, clip]);

  return (
    <>
      <div aria-hidden="true" className="absolute inset-0 -z-20">
        <img
          src={posterSmall}
          srcSet={`${posterSmall} 800w, ${posterLarge} 1600w`}
          sizes="100vw"
          alt=""
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover"
        />
        <video
          ref={video}
          muted
          playsInline
          preload="none"
          onEnded={() => setClip((clip + 1) % clips.length)}
          className="absolute inset-0 size-full object-cover"
        />
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={playing ? t('pauseFilm') : t('playFilm')}
        onClick={() => setPlaying(!playing)}
        className="absolute end-4 bottom-4 z-10"
      >
        {playing ? <Pause className="size-5" /> : <Play className="size-5" />}
      </Button>
    </>
  );
}
