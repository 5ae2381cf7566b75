import type { Log } from '../../kit/log.ts';

/**
 * Marks that only the next look at the machine needs. A lost one, whether with this process or because Incus refuses it, is found to be
 * missing at that look, and written then.
 */
export interface LateMarks {
  /** `write`: writes to the machine of this name; starts now. */
  begin(name: string, write: () => Promise<void>): void;
  /** Resolves when this process's writes to a machine are done. */
  written(name: string): Promise<void>;
}

export function createLateMarks(log: Log): LateMarks {
  const underWay = new Map<string, Promise<void>>();
  return {
    begin(name, write) {
      const writing = write()
        .catch((err: unknown) => log.info({ err, instance: name }, 'a machine could not be marked as ready; the next look does it'))
        .finally(() => {
          if (underWay.get(name) === writing) underWay.delete(name);
        });
      underWay.set(name, writing);
    },
    written: (name) => underWay.get(name) ?? Promise.resolve(),
  };
}
