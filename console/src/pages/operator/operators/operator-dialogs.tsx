import { addOperator, changeOperatorRole, removeOperator } from '@boreal/contract/endpoints/operator/operators.ts';
import { OperatorRole } from '@boreal/contract/operator/role.ts';
import { AddOperatorRequest, ChangeOperatorRoleRequest, type Operator } from '@boreal/contract/operator/roles.ts';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { meQuery } from '../../../api/me.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { useOperatorsText } from './text.ts';

const NOBODY_YET: { readonly email: string; readonly role: OperatorRole } = { email: '', role: 'support' };

/** Makes somebody an operator who has signed up. */
export function AddOperator({ onClose }: { onClose: () => void }) {
  const t = useOperatorsText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: NOBODY_YET,
    schema: AddOperatorRequest,
    request: (values) => values,
    send: async (body) => {
      await call(addOperator, { body });
      return body;
    },
    onSent: ({ email }) => done(t.added(email)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.add} about={t.addAbout} action={t.add} form={form}>
      <TextInput label={t.email} type="email" autoComplete="off" required data-autofocus {...form.field('email')} />
      <RoleChoice role={form.values.role} onChange={(role) => form.set('role', role)} />
    </FormDialog>
  );
}

/** Gives an operator another role, oneself included. */
export function ChangeOperatorRole({ operator: { userId, name, role }, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useOperatorsText();
  const done = useAfterChange(onClose);
  const initialValues: { role: OperatorRole } = { role };
  const form = useRequestForm({
    initialValues,
    schema: ChangeOperatorRoleRequest,
    request: (values) => values,
    send: (body) => call(changeOperatorRole, { params: { userId }, body }),
    onSent: () => done(t.changed(name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.changeOf(name)} action={t.save} form={form}>
      <RoleChoice role={form.values.role} onChange={(chosen) => form.set('role', chosen)} />
    </FormDialog>
  );
}

/** Asks for confirmation, then makes an operator a customer again. */
export function RemoveOperator({ operator: { userId, name }, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useOperatorsText();
  const done = useAfterChange(onClose);
  const remove = useMutation({
    mutationFn: () => call(removeOperator, { params: { userId } }),
    onSuccess: () => done(t.removed(name)),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.removeTitle(name)}
      text={t.removeText}
      action={t.remove}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}

/** One's own role decides what the console offers. */
function useAfterChange(onClose: () => void): (sentence: string) => void {
  const queryClient = useQueryClient();
  const done = useDone(onClose);
  return (sentence) => {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    done(sentence);
  };
}

function RoleChoice({ role, onChange }: { role: OperatorRole; onChange: (role: OperatorRole) => void }) {
  const t = useOperatorsText();
  return (
    <Radio.Group label={t.role} value={role} onChange={(value) => onChange(OperatorRole.parse(value))}>
      <Stack gap="xs" mt={6}>
        {OperatorRole.options.map((one) => (
          <Radio key={one} value={one} label={t.roles[one]} description={t.roleAbout[one]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
