import { isSlice, isWholeKind, sliceProfile } from '@boreal/contract/fleet/gpu-hardware.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import type { MachineType } from '../../../../engines/engine.ts';

/**
 * Why GPUs with these names cannot be sold in a pool; null if they can. `devices`: all of one host. Only containers can have slices, and a
 * slice is never sold as the whole GPU, nor the other way round. A virtual machine gets GPUs one by one: a name for all GPUs of a kind
 * must be the only name.
 */
export function wrongGpuNames(
  { machineType, gpuModel }: { machineType: MachineType; gpuModel: string },
  devices: readonly (string | null)[],
): Told | null {
  const named = devices.filter((device) => device !== null);
  if (machineType === 'vm' && named.some(isSlice)) return capacitySentences.sliceInVirtualMachine;
  if (machineType === 'vm' && named.length > 1 && named.some(isWholeKind)) return capacitySentences.kindInVirtualMachine;
  const profile = sliceProfile(gpuModel);
  if (profile === null) return named.some(isSlice) ? capacitySentences.sliceAsWhole(gpuModel) : null;
  return named.every(isSlice) ? null : capacitySentences.wholeAsSlice(gpuModel, profile);
}
