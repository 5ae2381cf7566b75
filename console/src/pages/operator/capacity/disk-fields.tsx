import { SystemDisk, WorkDisk, type ListedPool } from '@boreal/contract/operator/operator.ts';
import { NativeSelect } from '@mantine/core';
import type { RequestFormOf } from '../../../parts/use-request-form.ts';
import { useCapacityDialogsText } from './dialogs-text.ts';

/** As the selects hold them; empty: as the engine makes them. */
export interface DiskValues {
  readonly systemDisk: string;
  readonly workDisk: string;
}

interface Props {
  readonly form: RequestFormOf<DiskValues>;
  readonly offered: ListedPool['offered'];
}

/** What the disks of a pool's servers are, where its engine offers a choice. */
export function DiskFields({ form, offered: { systemDisks, workDisks } }: Props) {
  const t = useCapacityDialogsText();
  const optionsOf = <Disk extends string>(disks: readonly Disk[], names: Readonly<Record<Disk, string>>) => {
    const [usual] = disks;
    return usual === undefined
      ? []
      : [{ value: '', label: t.usualDisk(names[usual]) }, ...disks.map((value) => ({ value, label: names[value] }))];
  };
  return (
    <>
      {systemDisks.length > 1 && (
        <NativeSelect
          label={t.systemDisk}
          description={t.disksHint}
          data={optionsOf(systemDisks, t.systemDisks)}
          {...form.field('systemDisk')}
        />
      )}
      {workDisks.length > 1 && (
        <NativeSelect
          label={t.workDisk}
          description={t.workDiskHint}
          data={optionsOf(workDisks, t.workDisks)}
          {...form.field('workDisk')}
        />
      )}
    </>
  );
}

/** What the selects say, as the server reads it. */
export function disksIn({ systemDisk, workDisk }: DiskValues) {
  return {
    systemDisk: SystemDisk.options.find((one) => one === systemDisk) ?? null,
    workDisk: WorkDisk.options.find((one) => one === workDisk) ?? null,
  };
}
