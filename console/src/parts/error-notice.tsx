import { Alert, Button, Stack, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { isApiError, type ApiError } from '../api/api-error.ts';
import { useShellText } from '../i18n/use-shell-text.ts';

/** What happened and what to do next; with `onRetry`, a button that tries again. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useShellText();
  const errorText = useErrorText();
  const invalid = isApiError(error) && error.code === 'INVALID_REQUEST' ? error : null;
  // What stands beneath an input already is not said again.
  const shown = invalid === null ? undefined : shownAtFields.get(invalid);
  const issues = invalid?.issues.filter(({ path }) => shown?.has(path) !== true) ?? [];
  const told =
    invalid !== null && invalid.issues.length > issues.length ? t.errors.checkFields : invalid === null ? errorText(error) : null;
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <Alert role="alert" color="red" variant="light" icon={<CircleAlert aria-hidden />} title={t.errors.title}>
      <Stack gap="xs" align="flex-start">
        {told !== null && <Text size="sm">{told}</Text>}
        {[...new Set(issues.map(({ message }) => message))].map((message) => (
          <Text key={message} size="sm">
            {message}
          </Text>
        ))}
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

/** The sentence for whatever went wrong: the server's own where there is one. */
export function useErrorText(): (error: unknown) => string {
  const t = useShellText();
  return (error) => {
    if (!isApiError(error)) return t.errors.broken;
    if (error.code === 'OFFLINE') return t.errors.offline;
    // Without the names that the fields have in a program.
    if (error.issues.length > 0) return [...new Set(error.issues.map(({ message }) => message))].join(' ');
    return error.told === '' ? t.errors.unreadable : error.told;
  };
}

/** Which of a refusal's issues an input of the page shows, so that the notice below need not. */
const shownAtFields = new WeakMap<ApiError, Set<string>>();

/** What a refusal says of one field, for beneath its input; render the `ErrorNotice` after it. */
export function fieldError(error: unknown, field: string): string | null {
  if (!isApiError(error)) return null;
  const issue = error.issues.find(({ path }) => path === field);
  if (!issue) return null;
  shownAtFields.set(error, (shownAtFields.get(error) ?? new Set()).add(field));
  return issue.message;
}
