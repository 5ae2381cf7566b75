import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { actOnAll } from '../act-on-all.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { notifyDone } from '../notify.ts';
import { LongList, RefusalsDialog, type Refusals } from '../refusals-dialog.tsx';

interface BulkWords {
  readonly choose: (name: string) => string;
  readonly chooseAll: string;
  readonly chosen: (count: number) => string;
  /** Of the button. */
  readonly action: string;
  readonly title: (count: number) => string;
  /** What follows from it: what is lost, for instance. */
  readonly text: string;
  readonly progress: (settled: number, all: number) => string;
  readonly done: (done: number, all: number) => string;
}

interface BulkOptions<T> {
  /** Those that are shown: of nothing else is anything done. */
  readonly rows: readonly T[];
  readonly words: BulkWords;
  /** Tells apart what may have one name. */
  readonly nameOf: (row: T) => string;
  readonly act: (row: T) => Promise<unknown>;
  /** Cannot be undone. */
  readonly destructive: boolean;
  readonly onDone: () => Promise<unknown>;
}

interface Bulk<T> {
  /** Chooses a row, or no longer. */
  readonly tick: (row: T) => ReactNode;
  /** Above the list, with its dialogs. */
  readonly bar: ReactNode;
}

/** Does one thing with several rows of a list, after asking. Those that refuse are listed one by one, and stay chosen. */
export function useBulk<T extends { readonly id: string }>(options: BulkOptions<T>): Bulk<T> {
  const { rows, words, nameOf, act, destructive, onDone } = options;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  /** As they were when it was asked: what is gone meanwhile leaves the list. */
  const [asked, setAsked] = useState<readonly T[] | null>(null);
  const [settled, setSettled] = useState(0);
  const [refusals, setRefusals] = useState<Refusals | null>(null);
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const work = useMutation({
    mutationFn: (those: readonly T[]) =>
      actOnAll({
        targets: those.map((row) => ({ id: row.id, name: nameOf(row), row })),
        act: ({ row }) => act(row),
        onSettled: setSettled,
      }),
    onSuccess: async (refused, targets) => {
      await onDone();
      const done = words.done(targets.length - refused.length, targets.length);
      if (refused.length > 0) setRefusals({ done, refused });
      else notifyDone(done);
      setTicked(new Set(refused.map(({ id }) => id)));
      setAsked(null);
    },
  });
  const tick = (row: T) => (
    <Checkbox
      aria-label={words.choose(nameOf(row))}
      checked={ticked.has(row.id)}
      onChange={({ currentTarget: { checked } }) =>
        setTicked(new Set(checked ? [...ticked, row.id] : [...ticked].filter((other) => other !== row.id)))
      }
    />
  );
  const bar = rows.length > 0 && (
    <Group mih={36} gap="sm">
      <Checkbox
        label={chosen.length === 0 ? words.chooseAll : words.chosen(chosen.length)}
        checked={chosen.length === rows.length}
        indeterminate={chosen.length > 0 && chosen.length < rows.length}
        onChange={({ currentTarget: { checked } }) => setTicked(new Set(checked ? rows.map(({ id }) => id) : []))}
      />
      {chosen.length > 0 && (
        <Button
          size="xs"
          variant={destructive ? 'outline' : 'default'}
          color={destructive ? 'red' : undefined}
          onClick={() => {
            work.reset();
            setSettled(0);
            setAsked(chosen);
          }}
        >
          {words.action}
        </Button>
      )}
      {asked !== null && (
        <ConfirmDialog
          opened
          destructive={destructive}
          title={words.title(asked.length)}
          text={
            <Stack gap="xs">
              <div>{words.text}</div>
              <LongList>
                {asked.map((row) => (
                  <li key={row.id}>{nameOf(row)}</li>
                ))}
              </LongList>
              <div role="status">{work.isPending && words.progress(settled, asked.length)}</div>
            </Stack>
          }
          action={words.action}
          busy={work.isPending}
          error={work.error}
          onClose={() => setAsked(null)}
          onConfirm={() => work.mutate(asked)}
        />
      )}
      {refusals !== null && <RefusalsDialog {...refusals} onClose={() => setRefusals(null)} />}
    </Group>
  );
  return { tick, bar };
}
