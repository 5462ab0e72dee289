import { Monitor, Moon, Sun } from 'lucide-react';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { BareButton } from './button.tsx';
import { iconControl } from './icon-link.tsx';
import { type ThemeChoice, themeChoices, useTheme } from './theme.ts';

const icons = { light: Sun, dark: Moon, system: Monitor };
export const themeNames = { light: 'themeLight', dark: 'themeDark', system: 'themeAuto' } as const;

function next(choice: ThemeChoice): ThemeChoice {
  return themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
}

/** Cycles through light, dark and auto; its name is the current choice. */
export function ThemeButton({ className }: { className?: string }) {
  const t = shellTexts();
  const { choice, choose } = useTheme();
  const Icon = icons[choice];
  const label = t('themeNow', { choice: t(themeNames[choice]) });
  return (
    <div className={className}>
      <BareButton
        aria-label={label}
        title={label}
        onClick={() => choose(next(choice))}
        className={iconControl}
      >
        <Icon className="size-5.5" />
      </BareButton>
    </div>
  );
}
