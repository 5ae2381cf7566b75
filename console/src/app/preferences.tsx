import type { Language } from '@boreal/contract/language.ts';
import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Languages, Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useLanguage } from '../i18n/language.tsx';
import { useShellText } from '../i18n/use-shell-text.ts';

const languages = ['en', 'fr'] as const;
const schemes = ['light', 'dark', 'auto'] as const satisfies MantineColorScheme[];
const icons = { light: Sun, dark: Moon, auto: Monitor } as const satisfies Record<MantineColorScheme, LucideIcon>;

/** The language, and light or dark: chosen for this browser. */
export function Preferences() {
  const t = useShellText();
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queryClient = useQueryClient();
  // The server's sentences are fetched again in the chosen language.
  const speak = (one: Language) => {
    choose(one);
    void queryClient.invalidateQueries();
  };
  const SchemeIcon = icons[colorScheme];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${t.language}: ${t.languageName[language]}`}>
            <Languages size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {languages.map((one) => (
            <Menu.Item
              key={one}
              lang={one}
              onClick={() => speak(one)}
              aria-current={one === language ? 'true' : undefined}
              fw={one === language ? 700 : undefined}
            >
              {t.languageName[one]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${t.appearance}: ${t.schemes[colorScheme]}`}>
            <SchemeIcon size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {schemes.map((one) => {
            const Icon = icons[one];
            return (
              <Menu.Item
                key={one}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => setColorScheme(one)}
                aria-current={one === colorScheme ? 'true' : undefined}
                fw={one === colorScheme ? 700 : undefined}
              >
                {t.schemes[one]}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
