import type { ServerStake } from '@boreal/contract/servers/console-servers.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useAccountId } from '../../../app/account.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { RefusalsDialog, type Refusals } from '../../../parts/refusals-dialog.tsx';
import { useServersText } from '../text.ts';
import { actOnMany, type Deed } from './act-on-many.ts';
import { DeedDialog } from './deed-dialog.tsx';
import { useActionName } from './use-action-name.ts';
import { useActionReason, type ActionState } from './use-action-reason.ts';

type Target = ActionState & { readonly id: string; readonly name: string };

interface Wish {
  readonly deed: Deed;
  /** As they were at the request: what is deleted meanwhile leaves the list. */
  readonly targets: readonly Target[];
}

interface Done {
  readonly asked: readonly string[];
  readonly refused: readonly string[];
}

/**
 * Doing something with servers, from whichever page: asked about first. Of several, those that refuse are listed one by one, and stay
 * chosen; of a single one, the dialog says why.
 */
export function useDeeds(onDone?: (result: Done) => void): {
  /** Of several, those that allow it. */
  readonly ask: (deed: Deed, servers: readonly Target[]) => void;
  readonly dialogs: ReactNode;
} {
  const t = useServersText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const reasonOf = useActionReason();
  const nameOf = useActionName();
  const [wish, setWish] = useState<Wish | null>(null);
  const [settled, setSettled] = useState(0);
  const [refusals, setRefusals] = useState<Refusals | null>(null);
  const act = useMutation({
    mutationFn: async ({ deed, targets, shown }: Wish & { shown: readonly ServerStake[] }) => {
      const refused = await actOnMany({ accountId, deed, targets, shown, onSettled: setSettled });
      if (targets.length === 1 && refused[0]) throw refused[0].error;
      return refused;
    },
    onSuccess: async (refused, { deed, targets }) => {
      await queryClient.invalidateQueries({ queryKey: [accountId] });
      const [only, ...others] = targets;
      const done = t.bulkDone(targets.length - refused.length, targets.length);
      if (refused.length > 0) setRefusals({ done, refused });
      else if (only === undefined || others.length > 0) notifyDone(done);
      else notifyDone(deed === 'delete' ? t.removed(only.name) : t.accepted(nameOf(deed)));
      setWish(null);
      onDone?.({ asked: targets.map(({ id }) => id), refused: refused.map(({ id }) => id) });
    },
  });
  const ask = (deed: Deed, servers: readonly Target[]) => {
    act.reset();
    setSettled(0);
    setWish({ deed, targets: servers.length === 1 ? servers : servers.filter((server) => reasonOf(server, deed) === null) });
  };
  const dialogs = (
    <>
      {wish !== null && (
        <DeedDialog
          {...wish}
          progress={act.isPending ? t.bulkProgress(settled, wish.targets.length) : null}
          error={act.error}
          onClose={() => setWish(null)}
          onConfirm={(shown) => act.mutate({ ...wish, shown })}
        />
      )}
      {refusals !== null && <RefusalsDialog {...refusals} onClose={() => setRefusals(null)} />}
    </>
  );
  return { ask, dialogs };
}
