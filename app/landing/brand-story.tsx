import { useBrand } from '#app/brands/use-brand.ts';
import { classes } from '#app/ui/classes.ts';
import { Ornament } from '#app/ui/ornament.tsx';
import { useHomeLook } from './use-home-look.ts';

/** The brand's story section. */
export function BrandStory() {
  const { slogans } = useBrand().design.copy;
  const { copy, story: layout } = useHomeLook();
  return (
    <section id="story" className={classes('deferred relative isolate overflow-hidden', layout.section)}>
      <Ornament />
      <div className={layout.grid}>
        <h2 className={layout.title}>{copy.storyTitle}</h2>
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
