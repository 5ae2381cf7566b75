import type { Setup } from './step.ts';

/** The kind of servers: containers share this machine's kernel, virtual machines have their own. */
export async function machineTypeOf({ answers }: Setup): Promise<'container' | 'vm'> {
  return (await answers.get('machines', { byDefault: 'container' })) === 'vm' ? 'vm' : 'container';
}
