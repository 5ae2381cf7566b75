import type { ServerStake } from '@boreal/contract/servers/console-servers.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serverStakesQuery } from '../../../api/servers.ts';
import { useAccountId } from '../../../app/account.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { LongList } from '../../../parts/refusals-dialog.tsx';
import { useFollowsSaying } from '../../../parts/use-follows-saying.ts';
import { useServersText } from '../text.ts';
import type { Deed } from './act-on-many.ts';
import { HibernatedDisks } from './hibernated-disks.tsx';
import { useActionName } from './use-action-name.ts';
import { groupByWhatFollows } from './group-by-what-follows.ts';

interface DeedDialogProps {
  readonly deed: Deed;
  readonly targets: readonly Target[];
  /** How far it is, once it has begun. */
  readonly progress: string | null;
  readonly error: unknown;
  readonly onClose: () => void;
  /** With what was said of each server. */
  readonly onConfirm: (shown: readonly ServerStake[]) => void;
}

interface Target {
  readonly id: string;
  readonly name: string;
}

interface AtStake extends Target {
  readonly stake: ServerStake;
}

/** Asks before anything is done to servers, on whichever page: what it means for each is read first, and nothing is done before that. */
export function DeedDialog({ deed, targets, progress, error, onClose, onConfirm }: DeedDialogProps) {
  const t = useServersText();
  const nameOf = useActionName();
  const [only, ...others] = targets;
  const single = others.length === 0 ? only : undefined;
  // Once it is being done, what was asked about stays as it was.
  const stakes = useQuery({ ...serverStakesQuery(useAccountId(), single?.id), enabled: progress === null });
  const action = nameOf(deed);
  const found = (known: readonly ServerStake[]): AtStake[] => {
    const byId = new Map(known.map((stake) => [stake.id, stake]));
    return targets.flatMap(({ id, name }) => {
      const stake = byId.get(id);
      return stake === undefined ? [] : [{ id, name, stake }];
    });
  };
  return (
    <ConfirmDialog
      opened
      destructive={deed === 'delete'}
      title={single === undefined ? t.bulkTitle(action, targets.length) : deed === 'delete' ? t.removeTitle(single.name) : action}
      text={
        <Stack gap="xs">
          <Queried query={stakes} height={72}>
            {(known) => <WhatFollows deed={deed} servers={found(known)} named={single === undefined} />}
          </Queried>
          <div role="status">{progress}</div>
        </Stack>
      }
      action={action}
      {...(deed === 'delete' && { name: single?.name ?? t.deleteManyName(targets.length) })}
      waits={stakes.data === undefined || found(stakes.data).length === 0}
      busy={progress !== null}
      error={error}
      onClose={onClose}
      onConfirm={() => onConfirm(stakes.data ?? [])}
    />
  );
}

/** Those for which it means the same are told of together. */
function WhatFollows({ deed, servers, named }: { deed: Deed; servers: readonly AtStake[]; named: boolean }) {
  const t = useServersText();
  const saying = useFollowsSaying();
  if (servers.length === 0) return t.whyDeleted;
  const addedGb = servers.reduce((sum, { stake }) => sum + stake.keptGb, 0);
  const { ofAll, groups } = groupByWhatFollows(deed, servers, saying);
  return (
    <>
      <Sentences said={ofAll} />
      {named &&
        groups.map(({ sentences, servers: alike }) => (
          <div key={sentences.join(' ')}>
            <Sentences said={sentences} />
            <LongList>
              {alike.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </LongList>
          </div>
        ))}
      {deed === 'hibernate' && <HibernatedDisks addedGb={addedGb} count={servers.length} />}
    </>
  );
}

const Sentences = ({ said }: { said: readonly string[] }) => said.map((sentence) => <div key={sentence}>{sentence}</div>);
