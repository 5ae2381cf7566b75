import { Card, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeader } from './page-header.tsx';
import { Queried } from './queried.tsx';

export interface DecisionsProps<T> {
  readonly title: string;
  readonly about: string;
  readonly waiting: {
    readonly title: string;
    readonly query: UseQueryResult<readonly T[]>;
    readonly none: { readonly title: string; readonly text: string };
    readonly maxWidth?: number;
    readonly card: (one: T) => ReactNode;
  };
  readonly history: { readonly title: string; readonly table: ReactNode };
}

/** A page of what waits for a decision, a card each, and of what became of the rest. */
export function Decisions<T>({ title, about, waiting, history }: DecisionsProps<T>) {
  return (
    <>
      <PageHeader title={title} about={about} />
      <Stack gap="xl">
        <Stack component="section" gap="sm">
          <Title order={2}>{waiting.title}</Title>
          <Queried query={waiting.query}>
            {(all) =>
              all.length === 0 ? (
                <Card>
                  <Text fw={600}>{waiting.none.title}</Text>
                  <Text c="dimmed">{waiting.none.text}</Text>
                </Card>
              ) : (
                <Stack maw={waiting.maxWidth}>{all.map(waiting.card)}</Stack>
              )
            }
          </Queried>
        </Stack>
        <Stack component="section" gap="sm">
          <Title order={2}>{history.title}</Title>
          {history.table}
        </Stack>
      </Stack>
    </>
  );
}
