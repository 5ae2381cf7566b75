import { lab as furniture } from '../../../../../dev/incus/furnish.ts';
import type { Layout } from '../rules/machine-config.rules.ts';

/** A throw-away Incus as the engine is told of it, with the rules for guests that hold unless an operator sets others. */
export function labLayout(owner: string): Layout {
  return {
    owner,
    storagePool: furniture.storagePool,
    workPool: furniture.storagePool,
    backupPool: furniture.backupPool,
    backupTarget: null,
    network: furniture.network,
    guests: { processesPerCpu: 2048, diskMbPerCpu: null, networkMbitPerCpu: null, nesting: false },
  };
}
