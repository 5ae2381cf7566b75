import { Group } from '@mantine/core';
import { costsFiles } from '../../../api/costs.ts';
import { useAccountId } from '../../../app/account.tsx';
import { useLanguage } from '../../../i18n/language.tsx';
import { FileButtons } from '../../../parts/list-view/file-buttons.tsx';
import type { ChosenCosts } from './use-chosen-costs.ts';

/** What is shown as files, with all its rows and exact amounts. */
export function ExportButtons({ chosen: { asked, wrong } }: { chosen: ChosenCosts }) {
  const { language } = useLanguage();
  return (
    <Group gap="sm">
      <FileButtons files={costsFiles(useAccountId(), { ...asked, language })} wrong={wrong !== null} />
    </Group>
  );
}
