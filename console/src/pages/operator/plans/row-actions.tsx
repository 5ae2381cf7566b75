import { operatorMay, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../app/account.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useDone } from '../parts/use-done.ts';

export interface RowAction {
  readonly label: string;
  /** The row of the contract that it calls: who may not call it does not see it. */
  readonly row: { readonly needs: OperatorPermission };
  /** Opens a form; otherwise it asks first, and does it. */
  readonly open?: () => void;
  readonly ask?: { readonly title: string; readonly text: string; readonly destructive?: boolean };
  readonly run?: () => Promise<unknown>;
  /** What is said when it is done. */
  readonly done?: string;
}

/** What can be done with a row of the catalog. */
export function RowActions({ label, size = 'xs', actions }: { label: string; size?: 'xs' | 'sm'; actions: readonly RowAction[] }) {
  const { operatorRole: role } = useMe();
  const [asking, setAsking] = useState<RowAction | null>(null);
  const close = () => setAsking(null);
  const done = useDone(close);
  const work = useMutation({
    mutationFn: async (action: RowAction) => action.run?.(),
    onSuccess: (_answer, action) => done(action.done ?? ''),
  });
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap" role="group" aria-label={label}>
        {actions
          .filter(({ row }) => role !== null && operatorMay(role, row.needs))
          .map((action) => (
            <Button key={action.label} size={size} variant="default" onClick={action.open ?? (() => setAsking(action))}>
              {action.label}
            </Button>
          ))}
      </Group>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => {
          work.reset();
          close();
        }}
        title={asking?.ask?.title ?? ''}
        text={asking?.ask?.text ?? ''}
        action={asking?.label ?? ''}
        destructive={asking?.ask?.destructive ?? false}
        busy={work.isPending}
        error={work.error}
        onConfirm={() => asking && work.mutate(asking)}
      />
    </>
  );
}
