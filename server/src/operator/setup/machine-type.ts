import type { Setup } from './step.ts';

/** What servers are: containers share this machine's kernel, virtual machines have their own. */
export async function machineTypeOf({ answers }: Setup): Promise<'container' | 'vm'> {
  return (await answers.get('machines', { byDefault: 'container' })) === 'vm' ? 'vm' : 'container';
}
