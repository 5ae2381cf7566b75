import { keyTextPrefixes } from '@boreal/contract/people/keys.ts';
import { findRole } from '../../server/src/core/ground/roles/roles.store.ts';
import { findOperatorRole } from '../../server/src/core/ground/operators/operators.store.ts';
import { canary, tenants, type FuzzWorld, type Tenant } from './fuzz-world.ts';
import { parseJson, at } from './json.ts';
import { namesIn, type FuzzAnswer, type Ask, type Sent } from './step.ts';
import { wrong } from './wrong.ts';

export interface Leaks {
  /** Throws Wrong when an answer contains what does not belong to its reader. */
  check(ask: Ask, sent: Sent, answer: FuzzAnswer): Promise<void>;
  /** Throws Wrong when the log contains a secret, or an unexpected error. */
  checkLog(): void;
}

/** Belonging to one account only. People may be members of several, and catalog, hosts and requests are everybody's. */
const NAMED = /\bcanary-of-(?:alice|bob)\b|\b(?:acc|srv|ssh|key|bkp|txn|card|pay|rfd|ord|inv|tkt|msg|ivt|quo|apr|call)_[0-9a-z]{26}\b/g;
const KEY = new RegExp(`(?:${Object.values(keyTextPrefixes).join('|')})[A-Za-z0-9]{30,}`, 'g');

export function watchLeaks(world: FuzzWorld): Leaks {
  const owners = new Map<string, Tenant>();
  for (const tenant of tenants) owners.set(canary(tenant), tenant);
  const keysTold = new Set<string>();
  /** What each reader has named themselves. */
  const said = new Set<string>();
  for (const tenant of tenants) {
    for (const [name, value] of world.known) if (name.startsWith(`${tenant}.`)) owners.set(value, tenant);
  }
  return {
    check: async (ask, sent, answer) => {
      const { reader } = ask;
      // Pages are the same for everybody, and the documentation has ids as examples.
      const isPublic = /^(page |elsewhere)/.test(ask.target);
      const asked = `${sent.url} ${JSON.stringify(sent.headers)} ${sent.body ?? ''}`;
      for (const key of answer.text.match(KEY) ?? []) {
        if (keysTold.has(key) && !asked.includes(key)) wrong('a key is told again');
        keysTold.add(key);
      }
      for (const name of asked.match(NAMED) ?? []) said.add(`${reader} ${name}`);
      if (reader === 'operator' || (await isOperator(ask, world))) return;
      if (answer.status < 300 && reader !== 'nobody') await requireMember(ask, reader, world);
      // An invitation names the inviter, and its acceptor belongs to both; people have names of their own.
      if (/invitation|\/me$|openapi|\/api\/auth\//.test(sent.url)) return;
      for (const name of answer.text.match(NAMED) ?? []) {
        const owner = owners.get(name);
        // Readers may see what they have said themselves, and the operator writes what they like.
        if (said.has(`${reader} ${name}`) || said.has(`operator ${name}`)) continue;
        if (owner === undefined && reader !== 'nobody' && !isPublic) owners.set(name, reader);
        else if (owner !== undefined && owner !== reader)
          wrong(`${name.slice(0, 4)}… of another account in an answer (${owner}'s ${name})`);
      }
    },
    checkLog: () => {
      for (const line of world.logged.splice(0)) {
        if (at(parseJson(line), 'level') === 50) wrong(`an error is logged: ${errorText(line)}`);
        if (line.match(KEY) !== null) wrong('a key is logged');
      }
    },
  };
}

function errorText(line: string): string {
  const read = parseJson(line);
  const message = at(read, 'err', 'message') ?? '';
  const cause = at(read, 'err', 'cause', 'message') ?? '';
  return `${String(at(read, 'msg'))}: ${String(message)} ${String(cause)}`.replaceAll(/[0-9a-z_]{20,}|\d+/g, '…').slice(0, 200);
}

/** Whether somebody asks as an operator who has been made one: the operator names whom they like. */
async function isOperator({ url, headers }: Ask, { ctx, known }: FuzzWorld): Promise<boolean> {
  const post = postOf(headers);
  if (post === undefined || !url.startsWith('/api/console/operator')) return false;
  return (await findOperatorRole(ctx.db.sql, known.get(`${post}.user.id`) ?? '')) !== null;
}

/** Only a member may succeed at an account's path. Somebody who has left is no longer one. */
async function requireMember({ url, headers, method }: Ask, reader: Tenant, { ctx, known }: FuzzWorld): Promise<void> {
  const post = postOf(headers);
  if (!url.includes('.account.id') || post === undefined || method === 'DELETE' || post.startsWith(`${reader}.`)) return;
  const accountId = known.get(`${reader}.account.id`) ?? '';
  const userId = known.get(`${post}.user.id`) ?? '';
  if ((await findRole(ctx.db.sql, { accountId, userId })) === null) wrong('an account answers somebody who is no member of it');
}

/** Whose session a request has. */
function postOf(headers: Ask['headers']): string | undefined {
  return namesIn(headers['cookie'] ?? '')[0]?.replace('cookie.', '');
}
