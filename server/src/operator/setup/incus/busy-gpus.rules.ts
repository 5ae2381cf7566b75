/**
 * Which GPUs of this machine are in use and by what, by PCI address in Incus' notation, from the comma-separated output of `nvidia-smi`.
 */
export function busyGpus({ processes, displays }: { processes: string; displays: string }): ReadonlyMap<string, string> {
  const busy = new Map<string, string>();
  for (const [bus = '', pid = '', name = ''] of rows(processes)) busy.set(deviceOf(bus), `process ${pid} (${name})`);
  for (const [bus = '', active = ''] of rows(displays)) if (active === 'Enabled') busy.set(deviceOf(bus), 'a screen');
  return busy;
}

function rows(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.split(',').map((part) => part.trim()))
    .filter(([bus = '']) => /^[0-9a-f]{8}:/i.test(bus));
}

/** NVIDIA writes the PCI domain with eight digits, everyone else with four. */
function deviceOf(bus: string): string {
  return bus.toLowerCase().replace(/^[0-9a-f]{4}(?=[0-9a-f]{4}:)/, '');
}
