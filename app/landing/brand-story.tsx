import { useBrand } from '#app/brands/use-brand.ts';
import { Ornament } from '#app/shell/ornament.tsx';

/** Who the brand is, in its own words. */
export function BrandStory() {
  const { voice } = useBrand().design;
  return (
    <section id="story" className="relative isolate overflow-hidden border-y bg-sunken">
      <Ornament />
      <div className="column grid gap-x-16 gap-y-8 py-section lg:grid-cols-[1fr_1.1fr]">
        <h2 className="text-title">{voice.storyTitle}</h2>
        <div className="flex max-w-prose flex-col gap-5 text-lg leading-relaxed">
          {voice.story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line-strong pt-6 font-details text-sm">
            {voice.slogans.map((slogan) => (
              <li key={slogan}>{slogan}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
