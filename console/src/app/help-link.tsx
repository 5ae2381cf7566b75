import { ActionIcon } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import { useLanguage } from '../i18n/language.tsx';
import { useShellText } from '../i18n/use-shell-text.ts';
import { sitePath } from './site-path.ts';

/** To the documentation, beside the console: what one was doing stays open. */
export function HelpLink() {
  const t = useShellText();
  const { language } = useLanguage();
  return (
    <ActionIcon
      component="a"
      href={sitePath(language, '/docs')}
      target="_blank"
      rel="noopener"
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t.help}
      title={t.help}
    >
      <CircleHelp size={18} aria-hidden />
    </ActionIcon>
  );
}
