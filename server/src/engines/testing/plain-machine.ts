import type { MachineSpec } from '../engine.ts';

/** What most machines of tests are like: new, on disks of the usual kind, with no rules and no ports. */
export const plainMachine = {
  systemDisk: null,
  workDisk: null,
  firewall: [],
  forwards: null,
  mustExist: false,
  fromBackupId: null,
} as const satisfies Partial<MachineSpec>;
