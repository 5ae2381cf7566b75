import type { ConsoleServerDetail } from '@boreal/contract/console.ts';
import { ServerAction } from '@boreal/contract/servers.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actOnServer, deleteServer, serverKey, serverStatesQuery, type ServerRef } from '../../api/servers.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useServersText } from './text.ts';
import { useActionReason } from './use-action-reason.ts';
import { useActionWords } from './use-action-words.ts';

/** What can be done with a server; what cannot now says why. */
export function ServerActions({ refTo, server }: { refTo: ServerRef; server: ConsoleServerDetail }) {
  const t = useServersText();
  const words = useActionWords();
  const queryClient = useQueryClient();
  const reasonOf = useActionReason();
  const [deed, setDeed] = useState<ServerAction | 'delete' | null>(null);
  const act = useMutation({
    mutationFn: async (one: ServerAction | 'delete') => {
      await (one === 'delete' ? deleteServer(refTo) : actOnServer(refTo, one));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: serverKey(refTo) }),
        queryClient.invalidateQueries(serverStatesQuery(refTo.accountId)),
      ]);
      notifyDone(one === 'delete' ? t.removed(server.name) : t.accepted(words.name(one)));
      setDeed(null);
    },
  });
  const choose = (one: ServerAction | 'delete') => {
    act.reset();
    setDeed(one);
  };
  return (
    <>
      {ServerAction.options.map((one) => (
        <ReasonedButton key={one} size="xs" variant="default" reason={reasonOf(server, one)} onClick={() => choose(one)}>
          {words.name(one)}
        </ReasonedButton>
      ))}
      <ReasonedButton size="xs" variant="light" color="red" reason={reasonOf(server, 'delete')} onClick={() => choose('delete')}>
        {t.remove}
      </ReasonedButton>
      {deed !== null && (
        <ConfirmDialog
          opened
          destructive={deed === 'delete'}
          title={deed === 'delete' ? t.removeTitle(server.name) : words.name(deed)}
          text={deed === 'delete' ? t.removeText : words.consequence(deed)}
          action={words.name(deed)}
          {...(deed === 'delete' && { name: server.name })}
          busy={act.isPending}
          error={act.error}
          onClose={() => setDeed(null)}
          onConfirm={() => act.mutate(deed)}
        />
      )}
    </>
  );
}
