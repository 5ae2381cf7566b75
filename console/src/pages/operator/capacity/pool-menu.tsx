import { changePoolDisks, removePool, renamePool } from '@boreal/contract/endpoints/operator/capacity.ts';
import type { ListedPool } from '@boreal/contract/operator/operator.ts';
import { useState } from 'react';
import { useRoleRefusal } from '../../../app/operator-role.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { MenuItem } from '../../../parts/menu.tsx';
import { MoreMenu } from '../../../parts/more-menu.tsx';
import { offersDisks } from './offered-disks.rules.ts';
import { useOperatorCapacityText } from './text.ts';

/** Loaded when they are opened. */
const RenamePoolDialog = lazyPart('rename-pool', async () => (await import('./pool-dialogs.tsx')).RenamePoolDialog, 0);
const PoolDisksDialog = lazyPart('pool-disks', async () => (await import('./pool-dialogs.tsx')).PoolDisksDialog, 0);
const RemovePoolDialog = lazyPart('remove-pool', async () => (await import('./pool-dialogs.tsx')).RemovePoolDialog, 0);

/** What is seldom done with a pool. `hosts`: how many it has; one that has some cannot be removed. */
export function PoolMenu({ pool, hosts }: { pool: ListedPool; hosts: number }) {
  const t = useOperatorCapacityText();
  const mayNotRename = useRoleRefusal(renamePool.needs);
  const mayNotChoose = useRoleRefusal(changePoolDisks.needs);
  const mayNotRemove = useRoleRefusal(removePool.needs);
  const [asking, setAsking] = useState<'rename' | 'disks' | 'remove' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <MoreMenu of="section" label={t.poolActions(pool.name)}>
        <MenuItem reason={mayNotRename} onClick={() => setAsking('rename')}>
          {t.renamePool}
        </MenuItem>
        {offersDisks(pool.offered) && (
          <MenuItem reason={mayNotChoose} onClick={() => setAsking('disks')}>
            {t.poolDisks}
          </MenuItem>
        )}
        <MenuItem destructive reason={mayNotRemove ?? (hosts > 0 ? t.poolHasHosts(hosts) : null)} onClick={() => setAsking('remove')}>
          {t.removePool}
        </MenuItem>
      </MoreMenu>
      {asking === 'rename' && <RenamePoolDialog pool={pool} onClose={close} />}
      {asking === 'disks' && <PoolDisksDialog pool={pool} onClose={close} />}
      {asking === 'remove' && <RemovePoolDialog pool={pool} onClose={close} />}
    </>
  );
}
