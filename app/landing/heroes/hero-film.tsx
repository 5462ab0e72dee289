import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { homeTexts } from '#app/i18n/texts/home.ts';
import { pictureSource } from '#app/lib/picture-address.ts';
import { useRootData } from '#app/store/root-data.ts';
import { autoplayAllowed } from '#app/ui/autoplay-allowed.ts';
import { Button } from '#app/ui/button.tsx';
import { useHomeLook } from '../use-home-look.ts';

const noFilms: readonly string[] = [];

/** The brand's picture of its hero with its films over it, one after another. Fills a positioned element. */
export default function HeroFilm({ sizes }: { sizes: string }) {
  const t = homeTexts();
  const { url: backendUrl } = useRootData().backend;
  const { copy, pictures: { hero, heroFilms: films = noFilms } = {} } = useHomeLook();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [clip, setClip] = useState(0);
  const film = films[clip];
  // Storage may be on another host than the pages.
  const source = film?.startsWith('/storage/') ? backendUrl + film : film;

  useEffect(() => {
    // Without autoplay: the poster and a play button.
    if (films.length === 0 || !autoplayAllowed()) return;
    // Start after load, so that the film does not delay the page.
    const start = () => setPlaying(true);
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
    return () => removeEventListener('load', start);
  }, [films]);

  useEffect(() => {
    const { current: screen } = video;
    if (!screen || !source || !playing) return;
    if (!screen.src.endsWith(source)) screen.src = source;
    // If playback is refused, the poster stays.
    screen.play().catch(() => setPlaying(false));
    return () => screen.pause();
  }, [playing, source]);

  return (
    <>
      <div aria-hidden={copy.heroPictureAlt ? undefined : true} className="absolute inset-0 -z-20">
        {hero ? (
          <img
            {...pictureSource(hero, 1600)}
            sizes={sizes}
            alt={copy.heroPictureAlt ?? ''}
            fetchPriority="high"
            className="absolute inset-0 size-full object-cover"
          />
        ) : null}
        {film ? (
          <video
            ref={video}
            muted
            playsInline
            preload="none"
            loop={films.length === 1}
            onEnded={() => setClip((clip + 1) % films.length)}
            className="absolute inset-0 size-full object-cover"
          />
        ) : null}
      </div>
      {film ? (
        <Button
          variant="quiet"
          size="small"
          onClick={() => setPlaying(!playing)}
          className="absolute end-4 bottom-4 z-10"
        >
          {playing ? <Pause className="size-4" /> : <Play className="size-4" />}
          {playing ? t('pauseFilm') : t('playFilm')}
        </Button>
      ) : null}
    </>
  );
}
