import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Languages, Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useLanguage } from '../i18n/language.tsx';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { useSpeak } from './use-speak.ts';

const languages = ['en', 'fr'] as const;
const schemes = ['light', 'dark', 'auto'] as const satisfies MantineColorScheme[];
const icons = { light: Sun, dark: Moon, auto: Monitor } as const satisfies Record<MantineColorScheme, LucideIcon>;

/** The language, and light or dark: chosen for this browser. */
export function Preferences() {
  const t = useShellText();
  const { language } = useLanguage();
  const speak = useSpeak();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const SchemeIcon = icons[colorScheme];
  return (
    <>
      <Menu
        target={(props) => (
          <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={`${t.language}: ${t.languageName[language]}`}>
            <Languages size={18} aria-hidden />
          </ActionIcon>
        )}
      >
        {languages.map((one) => (
          <MenuItem key={one} lang={one} current={one === language} onClick={() => speak(one)}>
            {t.languageName[one]}
          </MenuItem>
        ))}
      </Menu>
      <Menu
        target={(props) => (
          <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={`${t.appearance}: ${t.schemes[colorScheme]}`}>
            <SchemeIcon size={18} aria-hidden />
          </ActionIcon>
        )}
      >
        {schemes.map((one) => {
          const Icon = icons[one];
          return (
            <MenuItem key={one} icon={<Icon size={16} aria-hidden />} current={one === colorScheme} onClick={() => setColorScheme(one)}>
              {t.schemes[one]}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
