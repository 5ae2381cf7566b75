import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { useShellText } from '../i18n/use-shell-text.ts';

/** Something is on its way. `height`: px of what comes, if that is known. */
export function Loading({ height }: { height?: number | undefined }) {
  const t = useShellText();
  return (
    <Center {...(height === undefined ? { py: 'xl' } : { mih: height })} role="status">
      <Loader aria-hidden />
      <VisuallyHidden>{t.loading}</VisuallyHidden>
    </Center>
  );
}
