import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format';
import { groupedNumber } from '#app/lib/numbers.ts';

/** A catalogue: ICU messages by key, for one part of the store. The build compiles it (see docs/decisions). */
export type Catalogue = Readonly<Record<string, string>>;

type Values<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

/** Says a message of a catalogue; a message with arguments demands them by name and type. */
export type Speak<Words extends Catalogue> = <Key extends keyof Words & string>(
  key: Key,
  ...values: keyof Values<Words[Key]> extends never ? [] : [Values<Words[Key]>]
) => string;

function remembered<Made, Options>(make: (locale?: string, options?: Options) => Made) {
  const made = new Map<string, Made>();
  return (locales?: unknown, options?: Options): Made => {
    const locale = typeof locales === 'string' ? locales : undefined;
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key) ?? make(locale, options);
    made.set(key, known);
    return known;
  };
}

/** Counts in English sentences, without what it costs to make an `Intl.NumberFormat`. */
const englishCounts: Intl.NumberFormat = Object.create(Intl.NumberFormat.prototype, {
  format: { value: (count: number) => groupedNumber(count) },
});

const options: FormatOptions = {
  formatters: {
    getNumberFormat: remembered((locale, style?: Intl.NumberFormatOptions) =>
      locale === 'en' && !style ? englishCounts : new Intl.NumberFormat(locale, style),
    ),
    getPluralRules: remembered(
      (locale, style?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, style),
    ),
    getDateTimeFormat: remembered(
      (locale, style?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, style),
    ),
  },
};

const translations = new Map<string, Map<Catalogue, Catalogue>>();
const speakers = new Map<string, WeakMap<Catalogue, unknown>>();

/** Makes the words of a catalogue known in another language; keys that are missing stay English. */
export function addTranslation<Words extends Catalogue>(
  locale: string,
  catalogue: Words,
  translated: Partial<Record<keyof Words, string>> & Catalogue,
): void {
  const known = translations.get(locale) ?? new Map<Catalogue, Catalogue>();
  known.set(catalogue, translated);
  translations.set(locale, known);
  speakers.delete(locale);
}

/** The words of a catalogue in a language; the same catalogue and language give the same function. */
export function wordsIn<Words extends Catalogue>(locale: string, catalogue: Words): Speak<Words> {
  const inLocale = speakers.get(locale) ?? new WeakMap<Catalogue, unknown>();
  speakers.set(locale, inLocale);
  const known = inLocale.get(catalogue);
  if (known) return known as Speak<Words>;
  const translated = translations.get(locale)?.get(catalogue);
  const say = (key: string, values?: FormatValues): string => {
    const message: CompiledMessage | undefined = translated?.[key] ?? catalogue[key];
    return message === undefined ? key : String(format(message, locale, values, options));
  };
  const speak = say as Speak<Words>;
  inLocale.set(catalogue, speak);
  return speak;
}

/** The words of a catalogue in the page's language, for browser code outside React such as stores. */
export function pageWords<Words extends Catalogue>(catalogue: Words): Speak<Words> {
  const page = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return wordsIn(page || 'en', catalogue);
}
