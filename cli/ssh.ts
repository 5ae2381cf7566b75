import { commandLine, PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { SSH_PORT } from '@boreal/contract/servers/forwards.ts';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { AskBoreal } from './ask-boreal.ts';
import { ownCommands, SSH } from './commands.ts';
import { showCommand } from './confirm.ts';
import { Failure, usageFailure } from './failure.ts';
import { isIdOf } from './is-id-of.ts';
import { idNamed } from './names.ts';
import { readData, understood } from './read-pages.ts';
import type { Terminal } from './terminal.ts';
import { parsed } from './typed-command.ts';
import { sshWords } from './words/ssh-words.ts';
import { usageWords } from './words/usage-words.ts';

const User = z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/i);

/** Values that become part of a command line must have exactly the expected form, so that ssh takes none of them for an option. */
const Server = z.object({
  ipv4: z
    .string()
    .refine((text) => isIP(text) !== 0)
    .nullable(),
  sshPort: z.int().min(1).max(65_535).nullable(),
  status: z.string(),
  region: z.string(),
  /** An older Boreal reports it only for images. */
  sshUser: User.optional(),
});
const Images = z.array(z.object({ default: z.boolean(), username: User }));

/** Connects to a server with this machine's ssh. Returns ssh's exit code. */
export async function signIn(args: readonly string[], { ask, terminal }: { ask: () => AskBoreal; terminal: Terminal }): Promise<number> {
  // Arguments after two dashes are for the server.
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const flags = (ownCommands[SSH]?.options ?? []).map((flag) => ({ flag, hasValue: flag !== 'help' }));
  const { values, positionals } = parsed(SSH, args.slice(0, end), flags);
  const [named, extra] = positionals;
  if (named === undefined || named === '') throw usageFailure(usageWords.missing('SERVER'), [usageWords.seeHelp(SSH)]);
  if (extra !== undefined) throw usageFailure(sshWords.commandAfterDashes(extra), [usageWords.seeHelp(SSH)]);
  const isId = isIdOf('server', named);
  if (isId && !IdText.safeParse(named).success) throw usageFailure(sshWords.noServer(named), [usageWords.seeHelp(SSH)]);
  const { user, identity } = values;
  if (user !== undefined && !User.safeParse(user).success) throw usageFailure(sshWords.noUser);

  const id = isId ? named : await idNamed('server', named, ask());
  const server = understood(Server.safeParse(await readData(ask(), { row: commandLine['servers show'].row, params: { id } })));
  if (server.ipv4 === null) {
    const told = sshWords.noAddress(server.status);
    throw new Failure({ exitCode: 1, code: 'NO_ADDRESS', told, next: [sshWords.see(showCommand(id))] });
  }
  const as = typeof user === 'string' ? user : (server.sshUser ?? (await usualUser(ask(), server.region)));
  const code = await terminal.run('ssh', [
    ...(typeof identity === 'string' ? ['-i', identity] : []),
    '-p',
    String(server.sshPort ?? SSH_PORT),
    '-l',
    as,
    // The address changes with each hibernation and may be shared, so its host keys are stored under the server's id.
    '-o',
    `HostKeyAlias=${id}`,
    '--',
    server.ipv4,
    ...args.slice(end + 1),
  ]);
  if (code === null) throw new Failure({ exitCode: 2, code: 'NO_SSH', told: sshWords.noSsh });
  return code;
}

/** The user of the image that servers are made from. */
async function usualUser(ask: AskBoreal, region: string): Promise<string> {
  const images = understood(Images.safeParse(await readData(ask, { row: commandLine.images.row, query: { region } })));
  const usual = images.find((image) => image.default) ?? images[0];
  if (usual === undefined) throw usageFailure(sshWords.whichUser, [sshWords.see(`${PROGRAM} images`)]);
  return usual.username;
}
