import { Alert, Button, Stack, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { isApiError } from '../api/api-error.ts';
import { useShellText } from '../i18n/use-shell-text.ts';

/** What happened and what to do next; with `onRetry`, a button that tries again. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useShellText();
  const errorText = useErrorText();
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<CircleAlert aria-hidden />} title={t.errors.title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorText(error)}</Text>
        {requestId !== null && (
          <Text size="xs" c="dimmed">
            {t.errors.requestId(requestId)}
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The sentence for any error: the server's own if there is one. */
export function useErrorText(): (error: unknown) => string {
  const t = useShellText();
  return (error) => {
    if (!isApiError(error)) return t.errors.broken;
    if (error.code === 'OFFLINE') return t.errors.offline;
    // Without the fields' names in a program.
    if (error.issues.length > 0) return [...new Set(error.issues.map(({ message }) => message))].join(' ');
    return error.told === '' ? t.errors.unreadable : error.told;
  };
}
