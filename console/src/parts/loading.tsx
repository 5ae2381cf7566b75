import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { useShellText } from '../i18n/use-shell-text.ts';

/** Something is on its way. */
export function Loading() {
  const t = useShellText();
  return (
    <Center py="xl" role="status">
      <Loader aria-hidden />
      <VisuallyHidden>{t.loading}</VisuallyHidden>
    </Center>
  );
}
