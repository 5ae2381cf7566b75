import { revokeApiKey } from '@boreal/contract/endpoints/console/api-keys.ts';
import { KEY_LIFETIME_DAYS, withoutKeys, type ApiKey } from '@boreal/contract/people/keys.ts';
import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { apiKeysKey, listApiKeys } from '../../api/keys.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../parts/list-view/paged-list.tsx';
import { SearchBox } from '../../parts/list-view/search-box.tsx';
import { useBulk } from '../../parts/list-view/use-bulk.tsx';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Ago } from '../../parts/ago.tsx';
import { useLinkedDialog } from '../../parts/use-linked-dialog.ts';
import { Time } from '../../parts/time.tsx';
import { CreateApiKey } from './create-api-key.tsx';
import { RevokeApiKey } from './revoke-api-key.tsx';
import { useApiKeysText } from './text.ts';

const readFilter = ({ search }: Readonly<Record<string, unknown>>) => ({ search: wordsOf(withoutKeys(wordsOf(search) ?? '')) });

/** Keys of programs: made here, shown once, ended here. */
export function ApiKeysPage() {
  const t = useApiKeysText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const mayWrite = useMayDo('keys.write');
  const creating = useLinkedDialog('add');
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const kept = useListFilter(readFilter);
  const { search } = kept.asked;
  const keys = usePages({ queryKey: [...apiKeysKey(accountId), { search }], load: (cursor) => listApiKeys(accountId, { search, cursor }) });
  const bulk = useBulk({
    rows: keys.data?.pages.flatMap(({ items }) => items) ?? [],
    words: t.many,
    nameOf: ({ name, prefix }) => `${name} (${prefix}…)`,
    act: ({ id: keyId }) => call(revokeApiKey, { params: { accountId, keyId } }),
    destructive: true,
    onDone: () => queryClient.invalidateQueries({ queryKey: apiKeysKey(accountId) }),
  });
  const create = (
    <ReasonedButton reason={mayWrite ? null : t.mayNot} onClick={creating.open}>
      {t.create}
    </ReasonedButton>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        about={
          <>
            {t.about(KEY_LIFETIME_DAYS)}{' '}
            <LinkAnchor to="/console/agents" inherit underline="always">
              {t.forAgents}
            </LinkAnchor>
          </>
        }
        actions={create}
      />
      <PagedList
        list="api-keys"
        filter={kept}
        query={keys}
        bulk={mayWrite && bulk.bar}
        caption={t.caption}
        empty={
          search === undefined ? (
            <EmptyState title={t.emptyTitle} text={t.emptyText} />
          ) : (
            <EmptyState title={t.noneFound} text={t.noneFoundText} />
          )
        }
        columns={[
          {
            name: t.name,
            sortBy: ({ name }) => name,
            wraps: true,
            cell: (key) => (
              <Group gap="sm" wrap="nowrap">
                {mayWrite && bulk.tick(key)}
                <Text fw={600}>{key.name}</Text>
              </Group>
            ),
          },
          { id: 'prefix', name: t.key, sortBy: ({ prefix }) => prefix, cell: ({ prefix }) => <Code>{prefix}…</Code>, wideOnly: true },
          {
            id: 'access',
            name: t.access,
            sortBy: ({ access }) => t.accesses[access],
            cell: ({ access }) => <Badge color={access === 'full' ? 'boreal' : 'gray'}>{t.accesses[access]}</Badge>,
          },
          {
            id: 'last-used',
            name: t.lastUsed,
            sortBy: ({ lastUsedAt }) => lastUsedAt,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : <Ago iso={lastUsedAt} />),
            wideOnly: true,
          },
          {
            id: 'made-by',
            name: t.madeBy,
            sortBy: ({ madeBy }) => madeBy?.name ?? null,
            cell: ({ madeBy }) => madeBy?.name ?? '–',
            wideOnly: true,
            wraps: true,
          },
          {
            id: 'expires',
            name: t.expires,
            sortBy: ({ expiresAt }) => expiresAt,
            cell: ({ expiresAt }) => <Time iso={expiresAt} day />,
            wideOnly: true,
          },
          {
            name: t.actions,
            align: 'right',
            cell: (key) =>
              mayWrite && (
                <Button size="xs" variant="outline" color="red" aria-label={t.revokeName(key.name)} onClick={() => setLeaving(key)}>
                  {t.revoke}
                </Button>
              ),
          },
        ]}
      >
        <SearchBox label={t.search} value={kept.filter.search} onChange={(text) => kept.setFilter({ search: withoutKeys(text) })} />
      </PagedList>
      <CreateApiKey opened={creating.opened} onClose={creating.close} />
      <RevokeApiKey apiKey={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}
