import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatChoices } from '#app/i18n/format.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { placesTexts } from '#app/i18n/texts/places.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { nextOption } from '#app/ui/use-combobox.ts';
import { type District, districtsElsewhere, districtsPath, districtTerm, nameTypedAs } from './districts.ts';
import { useAddressLabels } from './use-address-labels.ts';

const cache = new Map<string, District[]>();
const maxCached = 200;

/**
 * Finds districts by name or prefix, those of `governorate` first ('' for all). Returns none if the store cannot be
 * reached: a city can always be typed.
 */
async function findDistricts(typed: string, governorate: string): Promise<District[]> {
  const query = new URLSearchParams({ q: districtTerm(typed).toLowerCase(), governorate });
  const cached = cache.get(query.toString());
  if (cached) return cached;
  try {
    const answer = await fetch(`${districtsPath}?${query}`);
    if (!answer.ok) return [];
    const districts: District[] = await answer.json();
    if (cache.size >= maxCached) cache.clear();
    cache.set(query.toString(), districts);
    return districts;
  } catch {
    return [];
  }
}

/** Debounce delay in milliseconds. */
const pause = 120;

const option =
  'flex min-h-11 w-full items-center justify-between gap-3 rounded-field px-3 py-1.5 text-start hover:bg-sunken aria-selected:bg-tint aria-selected:text-on-tint';

type DistrictPickerProps = Omit<ComponentProps<typeof TextField>, 'role' | 'type' | 'id'> & {
  /** The address's governorate; '' while none is selected. */
  governorate: string;
  /** Called with the district's governorate and its name in the script that was typed. */
  onChoose: (governorate: District['governorate'], city: string) => void;
  /** Called when the typed city is in another governorate, and the shopper selected that one. */
  onGovernorate: (governorate: District['governorate']) => void;
};

/**
 * The city of an address, as an editable combobox. Suggests districts by their name in either script, forgiving
 * spelling. Any other text is accepted; for a district of another governorate it asks.
 */
export function DistrictPicker({ governorate, onChoose, onGovernorate, ...field }: DistrictPickerProps) {
  const t = placesTexts();
  const labels = useAddressLabels();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const wrapper = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<readonly District[] | null>(null);
  const [active, setActive] = useState(-1);
  const [elsewhere, setElsewhere] = useState<readonly District[]>([]);
  const options = open && found ? found : [];
  const isOpen = options.length > 0;
  const cityNow = () => wrapper.current?.querySelector('input')?.value.trim() ?? '';

  useEffect(() => {
    if (!open) return;
    let current = true;
    const timer = setTimeout(async () => {
      const districts = await findDistricts(typed, governorate);
      if (!current) return;
      setFound(districts);
      setActive(-1);
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [open, typed, governorate]);

  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const latestCheck = useRef(0);
  const checkGovernorate = async (within: string) => {
    const check = ++latestCheck.current;
    const city = cityNow();
    const known = city === '' ? [] : districtsElsewhere(await findDistricts(city, ''), within);
    if (check === latestCheck.current) setElsewhere(known);
  };
  const checked = useRef(checkGovernorate);
  checked.current = checkGovernorate;
  useEffect(() => void checked.current(governorate), [governorate]);

  const openWith = (text: string) => {
    setTyped(text);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setFound(null);
    setActive(-1);
  };
  const choose = (district: District) => {
    close();
    latestCheck.current += 1;
    setElsewhere([]);
    onChoose(district.governorate, nameTypedAs(district, typed, pageLanguage()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = options[active];
    if (event.key === 'ArrowDown' && !isOpen) openWith(cityNow());
    else if (!isOpen) return;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setActive(nextOption(active, event.key === 'ArrowDown' ? 1 : -1, options.length));
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const [first] = elsewhere;
  const governorates = [...new Set(elsewhere.map((district) => district.governorate))];

  return (
    <div ref={wrapper} className="relative">
      <TextField
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={active >= 0 && isOpen ? `${listId}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          openWith(event.target.value);
          setElsewhere([]);
          return field.onChange?.(event);
        }}
        onClick={() => {
          if (cityNow() === '' && governorate !== '') openWith('');
        }}
        onBlur={(event) => {
          close();
          void checkGovernorate(governorate);
          return field.onBlur?.(event);
        }}
      />
      <p role="status" className="sr-only">
        {open && found ? t('found', { count: found.length }) : ''}
      </p>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('districts')}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-50 mt-1 max-h-72 overflow-y-auto rounded-card border bg-raised p-1.5 text-ink shadow-raised"
      >
        {options.map((district, index) => (
          <button
            key={district.id}
            id={`${listId}-${index}`}
            type="button"
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            // Keeps focus in the field, so that the list stays open until the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(district)}
            className={option}
          >
            <bdi className="wrap-anywhere min-w-0 font-medium">
              {nameTypedAs(district, typed, pageLanguage())}
            </bdi>
            <span className="shrink-0 text-ink-soft text-sm">{labels.governorate(district.governorate)}</span>
          </button>
        ))}
      </div>
      <div role="status" className="text-sm">
        {first ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1.5">
            <p>
              {t('isElsewhere', {
                place: nameTypedAs(first, '', pageLanguage()),
                governorates: formatChoices(governorates.map(labels.governorate)),
              })}
            </p>
            {governorates.map((other) => (
              <Button key={other} variant="outline" size="small" onClick={() => onGovernorate(other)}>
                {t('chooseGovernorate', { governorate: labels.governorate(other) })}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}
