import { PasswordRequest } from '@boreal/contract/people/sign-in.ts';
import { PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { waysInQuery } from '../../api/identities.ts';
import { useMe } from '../../app/account.tsx';
import { DialogForm } from '../../parts/form-dialog.tsx';
import { Queried } from '../../parts/queried.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useSecurityText } from './text.ts';

interface AskPasswordProps<Answer> {
  readonly text: string;
  /** The button's text. */
  readonly action: string;
  readonly destructive?: boolean;
  readonly send: (body: PasswordRequest) => Promise<Answer>;
  readonly onSent: (answer: Answer) => unknown;
  readonly onCancel: () => void;
}

/**
 * Asks for the password again before changing how somebody signs in. Whoever has none is asked for another proof once they send, if their
 * last one is old.
 */
export function AskPassword<Answer>(props: AskPasswordProps<Answer>) {
  const waysIn = useQuery(waysInQuery);
  return <Queried query={waysIn}>{({ password }) => <Ask {...props} hasPassword={password} />}</Queried>;
}

function Ask<Answer>({
  text,
  action,
  destructive = false,
  send,
  onSent,
  onCancel,
  hasPassword,
}: AskPasswordProps<Answer> & { hasPassword: boolean }) {
  const t = useSecurityText();
  const { email } = useMe();
  const form = useRequestForm({
    initialValues: { password: '' },
    schema: PasswordRequest,
    request: (values) => (hasPassword ? values : {}),
    send,
    onSent,
  });
  return (
    <DialogForm about={text} action={action} destructive={destructive} form={form} onCancel={onCancel}>
      {hasPassword && (
        <>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordInput label={t.passwordToGoOn} autoComplete="current-password" {...form.field('password')} data-autofocus />
        </>
      )}
    </DialogForm>
  );
}
