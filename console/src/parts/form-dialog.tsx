import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogButtons, SubmitButton } from './form-buttons.tsx';
import { FormProblem, RequestForm } from './request-form.tsx';
import type { RequestFormState } from './use-request-form.ts';

export interface FormDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: 'md' | 'xl';
  /** What it does, and what it does not. */
  readonly about?: ReactNode;
  /** The button's text: the action, not "OK". */
  readonly action: string;
  readonly destructive?: boolean;
  readonly form: RequestFormState;
  readonly children: ReactNode;
}

/** A form of `useRequestForm` in a dialog. */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, size = 'md', about, action, destructive = false, form, children } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={size}>
      <DialogForm about={about} action={action} destructive={destructive} form={form} onCancel={onClose}>
        {children}
      </DialogForm>
    </Dialog>
  );
}

/** The form alone, where a dialog is there already. */
export function DialogForm({
  about,
  action,
  destructive = false,
  form,
  onCancel,
  children,
}: Pick<FormDialogProps, 'about' | 'action' | 'destructive' | 'form' | 'children'> & { readonly onCancel: () => void }) {
  return (
    <RequestForm form={form}>
      <Stack>
        {about !== undefined && (
          <Text size="sm" component="div">
            {about}
          </Text>
        )}
        {children}
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
