import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { Answers } from './answers.ts';

/**
 * The public SSH key to install on the first server: from the named file, or the first that lets someone sign in to this machine as this
 * command's user. Read before dropping root privileges. Null: there is none.
 */
export async function findPublicKey(
  answers: Answers,
  { HOME, SUDO_USER }: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const named = await answers.given('ssh-key');
  if (named !== null) {
    const text = await readFile(named, 'utf8').catch((error: unknown) => {
      throw new OperatorError(`The public SSH key ${named} cannot be read.`, { cause: error });
    });
    if (text.includes('PRIVATE KEY'))
      throw new OperatorError(`${named} is a private key, which nobody else should have. Name the public one: ${named}.pub`);
    return text.trim();
  }
  for (const home of [...(SUDO_USER === undefined ? [] : [`/home/${SUDO_USER}`]), ...(HOME === undefined ? [] : [HOME])]) {
    const text = await readFile(join(home, '.ssh', 'authorized_keys'), 'utf8').catch(() => '');
    const [, key] = /^((?:ssh-|ecdsa-|sk-)\S+ \S+.*)$/m.exec(text) ?? [];
    if (key !== undefined) return key;
  }
  return null;
}
