import type { ServerAction } from '@boreal/contract/servers.ts';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useAccountId } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { useErrorText } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { useServersText } from '../text.ts';
import type { LiveServer } from '../use-live-servers.ts';
import { actOnMany, type Deed, type Refused } from './act-on-many.ts';
import { HibernatedDisks } from './hibernated-disks.tsx';
import { useActionName } from './use-action-name.ts';
import { useActionReason } from './use-action-reason.ts';
import { whatFollows } from './what-follows.ts';

interface Wish {
  readonly deed: Deed;
  /** As they were at the request: what is deleted meanwhile leaves the list. */
  readonly targets: readonly LiveServer[];
}

/** Doing the same with several servers: asked about first, then those that refuse are listed one by one, and stay chosen. */
export function useDeeds(onDone: (result: { asked: readonly string[]; refused: readonly string[] }) => void): {
  /** Of these, those that allow it. */
  readonly ask: (deed: Deed, servers: readonly LiveServer[]) => void;
  readonly dialogs: ReactNode;
} {
  const t = useServersText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const reasonOf = useActionReason();
  const nameOf = useActionName();
  const format = useFormats();
  const [wish, setWish] = useState<Wish | null>(null);
  const [settled, setSettled] = useState(0);
  const [refusals, setRefusals] = useState<Refusals | null>(null);
  const act = useMutation({
    mutationFn: ({ deed, targets }: Wish) => actOnMany({ accountId, deed, targets, onSettled: setSettled }),
    onSuccess: async (refused, { targets }) => {
      await queryClient.invalidateQueries({ queryKey: [accountId] });
      const done = t.bulkDone(targets.length - refused.length, targets.length);
      if (refused.length === 0) notifyDone(done);
      else setRefusals({ done, refused });
      setWish(null);
      onDone({ asked: targets.map(({ id }) => id), refused: refused.map(({ id }) => id) });
    },
  });
  const ask = (deed: Deed, servers: readonly LiveServer[]) => {
    act.reset();
    setSettled(0);
    setWish({ deed, targets: servers.filter((server) => reasonOf(server, deed) === null) });
  };
  const dialogs = (
    <>
      {wish !== null && (
        <ConfirmDialog
          opened
          destructive={wish.deed === 'delete'}
          title={t.bulkTitle(nameOf(wish.deed), wish.targets.length)}
          text={
            <>
              {wish.deed === 'delete' ? t.deleteManyText : <Hourly deed={wish.deed} targets={wish.targets} />}
              {wish.deed === 'hibernate' && <HibernatedDisks addedGb={null} />}
              <LongList>
                {wish.targets.map(({ id, name, paidUntil }) => (
                  <li key={id}>
                    {name}
                    {paidUntil !== null && (wish.deed === 'delete' || wish.deed === 'hibernate' || wish.deed === 'stop') && (
                      <Text size="sm" c="dimmed">
                        {wish.deed === 'delete' ? t.termForfeited(format.date(paidUntil)) : t.termRuns(format.date(paidUntil))}
                      </Text>
                    )}
                  </li>
                ))}
              </LongList>
              <div role="status">{act.isPending && t.bulkProgress(settled, wish.targets.length)}</div>
            </>
          }
          action={nameOf(wish.deed)}
          {...(wish.deed === 'delete' && { name: t.deleteManyName(wish.targets.length) })}
          busy={act.isPending}
          error={act.error}
          onClose={() => setWish(null)}
          onConfirm={() => act.mutate(wish)}
        />
      )}
      {refusals !== null && <RefusalsDialog {...refusals} onClose={() => setRefusals(null)} />}
    </>
  );
  return { ask, dialogs };
}

/** What the action means for hourly servers, if any are among the chosen. */
function Hourly({ deed, targets }: { deed: ServerAction; targets: readonly LiveServer[] }) {
  const t = useServersText();
  const format = useFormats();
  // What a term means is shown at each server that has one.
  const terms = targets.some(({ paidUntil }) => paidUntil === null) ? null : ({ status: 'ended', paidUntil: null, next: null } as const);
  return whatFollows(deed, { everActive: true, terms }, { t, format }).join(' ');
}

interface Refusals {
  readonly done: string;
  readonly refused: readonly Refused[];
}

/** Stays until it has been read, however long it is. */
function RefusalsDialog({ done, refused, onClose }: Refusals & { onClose: () => void }) {
  const t = useServersText();
  const shell = useShellText();
  const errorText = useErrorText();
  return (
    <Dialog opened onClose={onClose} title={done}>
      <Stack>
        <LongList>
          {refused.map(({ id, name, error }) => (
            <li key={id}>{t.bulkRefused(name, errorText(error))}</li>
          ))}
        </LongList>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {shell.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Of hundreds of servers, too, which must not push the buttons off the screen. */
function LongList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" mah="35vh" style={{ overflowY: 'auto' }} tabIndex={0}>
      {children}
    </Box>
  );
}
