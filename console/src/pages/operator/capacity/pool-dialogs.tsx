import { changePoolDisks, removePool, renamePool } from '@boreal/contract/endpoints/operator/capacity.ts';
import { ChangePoolDisksRequest, RemovePoolRequest, RenamePoolRequest, type ListedPool } from '@boreal/contract/operator/operator.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { changedIn } from '../../../parts/changed-in.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { DiskFields, disksIn } from './disk-fields.tsx';
import { useCapacityDialogsText } from './dialogs-text.ts';

interface OfPool {
  readonly pool: ListedPool;
  readonly onClose: () => void;
}

/** Gives a pool another name. */
export function RenamePoolDialog({ pool, onClose }: OfPool) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { name: pool.name },
    schema: RenamePoolRequest,
    request: (values) => values,
    send: (body) => call(renamePool, { params: { poolId: pool.id }, body }),
    onSent: ({ name }) => done(t.poolRenamed(pool.name, name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.renamePoolTitle(pool.name)} about={t.renamePoolAbout} action={t.renamePool} form={form}>
      <TextInput label={t.poolName} description={t.poolNameHint} required data-autofocus {...form.field('name')} />
    </FormDialog>
  );
}

/** Chooses what the disks of a pool's new servers are. */
export function PoolDisksDialog({ pool, onClose }: OfPool) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const [shown] = useState({ systemDisk: pool.systemDisk ?? '', workDisk: pool.workDisk ?? '' });
  const form = useRequestForm({
    initialValues: shown,
    schema: ChangePoolDisksRequest,
    request: (typed) => changedIn(disksIn(typed), disksIn(shown)),
    send: (body) => call(changePoolDisks, { params: { poolId: pool.id }, body }),
    onSent: ({ name }) => done(t.poolDisksChanged(name)),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.poolDisksTitle(pool.name)} about={t.poolDisksAbout} action={t.poolDisks} form={form}>
      <DiskFields form={form} offered={pool.offered} />
    </FormDialog>
  );
}

/** Removes a pool that is empty, with a reason. */
export function RemovePoolDialog({ pool, onClose }: OfPool) {
  const t = useCapacityDialogsText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { reason: '' },
    schema: RemovePoolRequest,
    request: (values) => values,
    send: (body) => call(removePool, { params: { poolId: pool.id }, body }),
    onSent: () => done(t.poolRemoved(pool.name)),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.removePoolTitle(pool.name)}
      about={t.removePoolAbout}
      action={t.removePool}
      destructive
      form={form}
    >
      <ReasonField form={form} label={words.reason} description={t.removePoolReason} />
    </FormDialog>
  );
}
