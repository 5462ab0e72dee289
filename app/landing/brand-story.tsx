import { useBrand } from '#app/brands/use-brand.ts';
import { classes } from '#app/ui/classes.ts';
import { Ornament } from '#app/ui/ornament.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { useHomeLook } from './use-home-look.ts';

/** The brand's story section. */
export function BrandStory() {
  const { slogans } = useBrand().design.copy;
  const { copy, pictures, story: layout } = useHomeLook();
  const title = <h2 className={layout.title}>{copy.storyTitle}</h2>;
  return (
    <section id="story" className={classes('deferred relative isolate overflow-hidden', layout.section)}>
      <Ornament />
      <div className={layout.grid}>
        {pictures?.story ? (
          <div className="flex flex-col gap-8">
            {title}
            <Picture
              src={pictures.story}
              alt={copy.storyPictureAlt ?? ''}
              sizes="(min-width: 64rem) 45vw, 92vw"
              className="aspect-4/3 w-full rounded-picture object-cover"
            />
          </div>
        ) : (
          title
        )}
        <div className={layout.text}>
          {copy.story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ul className={layout.list}>
            {slogans.map((slogan) => (
              <li key={slogan}>{slogan}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
