import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { FormProblem } from './request-form.tsx';
import type { RequestFormState } from './use-request-form.ts';

interface SubmitButtonProps {
  readonly form: Pick<RequestFormState, 'busy'>;
  readonly color?: 'red' | undefined;
  /** The button's text: the action, not "OK". */
  readonly children: string;
}

/** Sends a form of `useRequestForm`. */
export function SubmitButton({ form, color, children }: SubmitButtonProps) {
  return (
    <Button type="submit" color={color} loading={form.busy}>
      {children}
    </Button>
  );
}

/** At the end of a form that is no dialog: what no field shows, and its action. */
export function FormEnd({ form, children }: { form: RequestFormState; children: string }) {
  return (
    <>
      <FormProblem form={form} />
      <Group justify="flex-end">
        <SubmitButton form={form}>{children}</SubmitButton>
      </Group>
    </>
  );
}

/** At the end of a dialog: out of it, and its action. */
export function DialogButtons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const t = useShellText();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t.cancel}
      </Button>
      {children}
    </Group>
  );
}
