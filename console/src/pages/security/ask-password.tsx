import { PasswordRequest } from '@boreal/contract/sign-in.ts';
import { PasswordInput, Stack, Text } from '@mantine/core';
import { useMe } from '../../app/account.tsx';
import { DialogButtons, SubmitButton } from '../../parts/form-buttons.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useSecurityText } from './text.ts';

interface AskPasswordProps<Answer> {
  readonly text: string;
  /** The button's text. */
  readonly action: string;
  readonly destructive?: boolean;
  /** Other fields beside the password. */
  readonly send: (password: string) => Promise<Answer>;
  readonly onSent: (answer: Answer) => unknown;
  readonly onCancel: () => void;
}

/** Asks for the password again before changing how somebody signs in. */
export function AskPassword<Answer>({ text, action, destructive = false, send, onSent, onCancel }: AskPasswordProps<Answer>) {
  const t = useSecurityText();
  const { email } = useMe();
  const form = useRequestForm({
    initialValues: { password: '' },
    schema: PasswordRequest,
    request: (values) => values,
    send: ({ password }) => send(password),
    onSent,
  });
  return (
    <RequestForm form={form}>
      <Stack>
        <Text size="sm">{text}</Text>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordInput label={t.passwordToGoOn} autoComplete="current-password" {...form.field('password')} data-autofocus />
        <FormProblem form={form} />
        <DialogButtons onCancel={onCancel}>
          <SubmitButton form={form} color={destructive ? 'red' : undefined}>
            {action}
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </RequestForm>
  );
}
