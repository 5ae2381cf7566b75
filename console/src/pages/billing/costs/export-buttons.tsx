import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { costsFiles } from '../../../api/costs.ts';
import { useAccountId } from '../../../app/account.tsx';
import { useLanguage } from '../../../i18n/language.tsx';
import { useCostsText } from './text.ts';
import type { ChosenCosts } from './use-chosen-costs.ts';

/** What is shown as files, with all its rows and exact amounts: for a spreadsheet and for a program. */
export function ExportButtons({ chosen: { asked, wrong } }: { chosen: ChosenCosts }) {
  const t = useCostsText();
  const { language } = useLanguage();
  const files = costsFiles(useAccountId(), { ...asked, language });
  return (
    <Group>
      {(['csv', 'json'] as const).map((kind) => (
        <Button
          key={kind}
          component="a"
          href={wrong === null ? files[kind] : undefined}
          download
          variant="default"
          aria-disabled={wrong !== null}
          data-disabled={wrong !== null || undefined}
          leftSection={<Download size={16} aria-hidden />}
        >
          {t[kind]}
        </Button>
      ))}
    </Group>
  );
}
