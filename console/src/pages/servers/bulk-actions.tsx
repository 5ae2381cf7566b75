import { ServerAction } from '@boreal/contract/servers.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actOnServer, deleteServer } from '../../api/servers.ts';
import { useAccountId } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useErrorText } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useServersText } from './text.ts';
import { useActionReason } from './use-action-reason.ts';
import { useActionWords } from './use-action-words.ts';
import type { LiveServer } from './use-live-servers.ts';

type Deed = ServerAction | 'delete';

/** Does the same with all chosen servers that allow it; what is refused is told one by one. */
export function BulkActions({ servers, onDone }: { servers: readonly LiveServer[]; onDone: () => void }) {
  const t = useServersText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const reasonOf = useActionReason();
  const errorText = useErrorText();
  const words = useActionWords();
  const [deed, setDeed] = useState<Deed | null>(null);
  const willing = (one: Deed) => servers.filter((server) => reasonOf(server, one) === null);
  const act = useMutation({
    mutationFn: async (one: Deed) => {
      const targets = willing(one);
      const refusals: string[] = [];
      // One after the other: a limit counts requests, and each answer is about one server.
      for (const { id: serverId, name } of targets) {
        const ref = { accountId, serverId };
        await (one === 'delete' ? deleteServer(ref) : actOnServer(ref, one)).catch((error: unknown) => {
          refusals.push(t.bulkRefused(name, errorText(error)));
        });
      }
      return { done: targets.length - refusals.length, all: targets.length, refusals };
    },
    onSuccess: async ({ done, all, refusals }) => {
      await queryClient.invalidateQueries({ queryKey: [accountId] });
      notifyDone([t.bulkDone(done, all), ...refusals].join('\n'));
      setDeed(null);
      onDone();
    },
  });
  const deeds: readonly Deed[] = [...ServerAction.options, 'delete'];
  return (
    <>
      {deeds.map((one) => (
        <ReasonedButton
          key={one}
          size="xs"
          variant={one === 'delete' ? 'light' : 'default'}
          color={one === 'delete' ? 'red' : undefined}
          reason={willing(one).length === 0 ? t.bulkNone : null}
          onClick={() => setDeed(one)}
        >
          {words.name(one)}
        </ReasonedButton>
      ))}
      {deed !== null && (
        <ConfirmDialog
          opened
          destructive={deed === 'delete'}
          title={t.bulkTitle(words.name(deed), willing(deed).length)}
          text={
            <>
              {deed === 'delete' ? t.deleteManyText : words.consequence(deed)}
              <ul>
                {willing(deed).map(({ id, name }) => (
                  <li key={id}>{name}</li>
                ))}
              </ul>
            </>
          }
          action={words.name(deed)}
          {...(deed === 'delete' && { name: t.deleteManyName(willing(deed).length) })}
          busy={act.isPending}
          error={act.error}
          onClose={() => setDeed(null)}
          onConfirm={() => act.mutate(deed)}
        />
      )}
    </>
  );
}
