import { opensTerminal, type ServerState } from '@boreal/contract/servers/console-servers.ts';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { sshTarget } from '@boreal/contract/servers/ssh-command.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Moon, Play, RotateCw, Square, SquareTerminal, type LucideIcon } from 'lucide-react';
import { serverQuery } from '../../api/servers.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { notifyDone, notifyProblem } from '../../parts/notify.ts';
import { useAccountId, useMayDo } from '../account.tsx';
import type { Command } from './command.ts';
import { copyComing } from './copy-coming.ts';
import { usePaletteText } from './text.ts';

const icons = {
  start: Play,
  stop: Square,
  reboot: RotateCw,
  hibernate: Moon,
  'hibernate-restore': Play,
  terminal: SquareTerminal,
  copySsh: KeyRound,
} as const satisfies Record<ServerAction | 'terminal' | 'copySsh', LucideIcon>;

/** What the person's role and the server's state let them do with a server now: begun on its page, which asks before it is done. */
export function useServerDeeds(): (state: ServerState) => Command[] {
  const t = usePaletteText();
  const shell = useShellText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const mayWrite = useMayDo('servers.write');
  return ({ id, name, status, ipv4, allowedActions }) => {
    const goTo = (hash?: string) =>
      void navigate({ to: '/console/servers/$serverId/{-$tab}', params: { serverId: id }, ...(hash !== undefined && { hash }) });
    const deed = (what: keyof typeof icons, run: () => void): Command => ({
      id: `${id}-${what}`,
      group: 'servers',
      name: t.deeds[what],
      about: name,
      words: [t.deedWords[what]],
      icon: icons[what],
      run,
    });
    const copySsh = async () => {
      try {
        await copyComing(
          queryClient.fetchQuery(serverQuery({ accountId, serverId: id })).then((server) => {
            const target = sshTarget(server);
            if (target === null) throw new Error('it has lost its address');
            return `ssh ${target}`;
          }),
        );
        notifyDone(t.sshCopied(name));
      } catch {
        // Its page has the command, to be selected by hand, or says why there is none.
        goTo();
        notifyProblem({ message: t.sshNotCopied, close: shell.close });
      }
    };
    return [
      ...(mayWrite ? allowedActions.map((action) => deed(action, () => goTo(action))) : []),
      ...(mayWrite && opensTerminal(status) ? [deed('terminal', () => goTo('terminal'))] : []),
      ...(ipv4 === null ? [] : [deed('copySsh', () => void copySsh())]),
    ];
  };
}
