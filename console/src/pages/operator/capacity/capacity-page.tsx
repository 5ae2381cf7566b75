import { addHost, addPool } from '@boreal/contract/endpoints/operator/capacity.ts';
import type { HostWithGpus, ListedPool, Pool } from '@boreal/contract/operator/operator.ts';
import { Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hostsQuery, poolsQuery } from '../../../api/operator/capacity.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { Meter } from '../../../parts/meter.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { Section } from '../parts/section.tsx';
import { FleetMap } from './fleet-map.tsx';
import { HostBar } from './host-bar.tsx';
import { arrangeHosts, readHostFilter, viewOf, type HostFilter } from './host-order.rules.ts';
import { HibernationSection } from './hibernation-section.tsx';
import { HostCard, inSlots, shareOf } from './host-card.tsx';
import { PoolMenu } from './pool-menu.tsx';
import { useOperatorCapacityText } from './text.ts';

/** Loaded when they are opened: a page of all hosts is heavy enough. */
const AddHostDialog = lazyPart('add-host-dialog', async () => (await import('./add-host-dialog.tsx')).AddHostDialog, 0);
const AddPoolDialog = lazyPart('add-pool-dialog', async () => (await import('./add-pool-dialog.tsx')).AddPoolDialog, 0);

/** Pools, their hosts, and a picture of which GPU runs what. */
export function CapacityPage() {
  const t = useOperatorCapacityText();
  const pools = useQuery(poolsQuery);
  const hosts = useQuery(hostsQuery);
  const kept = useListFilter(readHostFilter);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t.title}
        about={t.about}
        actions={
          <RoleButton calls={addPool} onClick={() => setAdding(true)}>
            {t.addPool}
          </RoleButton>
        }
      />
      {adding && <AddPoolDialog onClose={() => setAdding(false)} />}
      <Queried query={pools}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <EmptyState title={t.noPools} text={t.noPoolsText} />
            </Card>
          ) : (
            <Queried query={hosts}>
              {(found) => (
                <>
                  {found.length > 1 && <HostBar kept={kept} hosts={found.length} />}
                  {all.map((pool) => (
                    <PoolSection
                      key={pool.id}
                      pool={pool}
                      pools={all}
                      hosts={found.filter(({ poolIds }) => poolIds.includes(pool.id))}
                      filter={kept.filter}
                      isMap={viewOf(kept.filter, found.length) === 'map'}
                      onOpen={(host) => kept.setFilter({ ...kept.filter, host: host ?? undefined })}
                    />
                  ))}
                </>
              )}
            </Queried>
          )
        }
      </Queried>
      {/* What is below comes with what is above, and does not move. */}
      {!pools.isPending && !hosts.isPending && <HibernationSection />}
    </>
  );
}

interface PoolSectionProps {
  readonly pool: ListedPool;
  readonly pools: readonly Pool[];
  readonly hosts: readonly HostWithGpus[];
  readonly filter: HostFilter;
  /** All hosts at a glance, and only the open one's card. */
  readonly isMap: boolean;
  readonly onOpen: (hostId: string | null) => void;
}

function PoolSection({ pool, pools, hosts, filter, isMap, onOpen }: PoolSectionProps) {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const shares = hosts.map((host) => shareOf(host, pool));
  const arranged = arrangeHosts(shares, filter);
  const shown = arranged.flatMap(({ id }) => hosts.find((host) => host.id === id) ?? []);
  const open = shown.find(({ id }) => id === filter.host);
  const held = shares.reduce((sum, { used }) => sum + used, 0);
  const total = shares.reduce((sum, share) => sum + inSlots(share), 0);
  const told = t.used(format.number(held), format.number(total));
  const [adding, setAdding] = useState(false);
  const add = (
    <RoleButton calls={addHost} variant="default" aria-label={t.addHostTitle(pool.name)} onClick={() => setAdding(true)}>
      {t.addHost}
    </RoleButton>
  );
  const actions = (
    <>
      {add}
      <PoolMenu pool={pool} hosts={hosts.length} />
    </>
  );
  return (
    <Section title={pool.name} about={`${pool.gpuModel} · ${pool.region} · ${pool.engine} · ${told}`} actions={actions}>
      {adding && <AddHostDialog pool={pool} onClose={() => setAdding(false)} />}
      <Meter value={total === 0 ? 0 : (held / total) * 100} aria-label={told} mb="sm" />
      {hosts.length === 0 ? (
        <Text c="dimmed">{t.noHosts}</Text>
      ) : shown.length === 0 ? (
        <Text c="dimmed">{t.noHostsFound}</Text>
      ) : isMap ? (
        <Stack>
          <div>
            <FleetMap name={pool.name} hosts={arranged} open={open?.id ?? null} onOpen={onOpen} />
          </div>
          {open && <HostCard host={open} pool={pool} pools={pools} />}
        </Stack>
      ) : (
        <Stack>
          {shown.map((host) => (
            <HostCard key={host.id} host={host} pool={pool} pools={pools} />
          ))}
        </Stack>
      )}
    </Section>
  );
}
