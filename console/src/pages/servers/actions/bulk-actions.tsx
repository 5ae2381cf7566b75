import { ServerAction } from '@boreal/contract/servers/servers.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { useServersText } from '../text.ts';
import type { LiveServer } from '../use-live-servers.ts';
import type { Deed } from './act-on-many.ts';
import { useActionName } from './use-action-name.ts';
import { useActionReason } from './use-action-reason.ts';

const deeds: readonly Deed[] = [...ServerAction.options, 'delete'];

/** A button for each thing that can be done with all chosen servers. */
export function BulkActions({ servers, onAsk }: { servers: readonly LiveServer[]; onAsk: (deed: Deed) => void }) {
  const t = useServersText();
  const reasonOf = useActionReason();
  const nameOf = useActionName();
  return (
    servers.length > 0 &&
    deeds.map((one) => (
      <ReasonedButton
        key={one}
        size="xs"
        variant={one === 'delete' ? 'outline' : 'default'}
        color={one === 'delete' ? 'red' : undefined}
        reason={servers.some((server) => reasonOf(server, one) === null) ? null : t.bulkNone}
        onClick={() => onAsk(one)}
      >
        {nameOf(one)}
      </ReasonedButton>
    ))
  );
}
