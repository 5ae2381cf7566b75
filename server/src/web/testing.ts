import assert from 'node:assert/strict';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { FastifyInstance } from 'fastify';
import { addMember } from '../core/ground/members/members.store.ts';
import { createUser } from '../core/ground/people/create-user.ts';
import { createCtx } from '../core/create-ctx.ts';
import type { Ctx, DatabaseCopies } from '../core/ground/ctx.ts';
import type { KeyCache } from '../core/ground/keys/key-cache.ts';
import { addressNotices } from '../core/ground/mail/address-notices.ts';
import { deliverMail } from '../core/ground/mail/deliver-mail.ts';
import { startCloud, type Cloud, type Customer, type HostGpus } from '../core/testing/cloud.ts';
import { createLimits } from '../door/limits.ts';
import { openRestDoor } from '../http/test-rest-door.ts';
import type { Identities } from '../identity/port.ts';
import type { Clock } from '../kit/clock.ts';
import { easyRules, type SignInRules } from '../kit/sign-in-rules.ts';
import type { Log } from '../kit/log.ts';
import type { Mailer, OutgoingMail } from '../mail/mailer.ts';
import { openBrowser, type Browser } from './test-browser.ts';
import { webDoor, type WebDoorParts } from './web-door.ts';

/** A whole Boreal with its HTTP doors on a real port, in its own database. Product time is the test's, real time real. */
export interface WebCloud {
  readonly cloud: Cloud;
  readonly ctx: Ctx;
  readonly app: FastifyInstance;
  readonly siteUrl: string;
  /** Where it listens. */
  readonly url: string;
  /** Logged errors: the inner cause of every 500. */
  readonly bugs: unknown[];
  /** A person's browser, with its own address. */
  browser(): Browser;
  /** Sends what is due; everything that was sent to this address, oldest first. */
  mailTo(email: string): Promise<OutgoingMail[]>;
  /** Makes a person with a confirmed address and a password, and signs them in: an operator, or a member of an account. */
  person(options: NewPerson): Promise<Browser & { readonly userId: string }>;
  /** The same as a member of a customer's account in a role. */
  member(of: Customer, person: { readonly email: string; readonly role: MemberRole }): ReturnType<WebCloud['person']>;
  close(): Promise<void>;
}

export interface NewPerson {
  readonly email: string;
  /** As which operator; nobody is one otherwise. */
  readonly operates?: OperatorRole;
  readonly belongs?: { readonly accountId: string; readonly role: MemberRole };
}

export const PASSWORD = 'a long enough password';

/** What another door needs beside the browser's. */
export type DoorParts = Pick<WebDoorParts, 'db' | 'clock' | 'log' | 'engines' | 'limits' | 'siteUrl'> & { readonly keys: KeyCache };

/** Ends the tests of a file, in which nothing was answered with 500. */
export async function closeWithoutBugs(web: Pick<WebCloud, 'bugs' | 'close'>): Promise<void> {
  await web.close();
  assert.deepEqual(web.bugs, [], 'something was answered with 500');
}

export async function openWebCloud(
  options: {
    siteUrl?: string;
    rules?: Partial<SignInRules>;
    /** Where log lines go; nowhere unless it is said. */
    log?: Log;
    /** With whom people may also sign in; nobody unless it is said. */
    identities?: Identities;
    hosts?: HostGpus;
    /** Another Boreal on the database of this cloud, which stays when it closes. */
    cloud?: Cloud;
    databaseCopies?: DatabaseCopies;
    secret?: string;
    secretBefore?: string;
    beside?: (app: FastifyInstance, parts: DoorParts, cloud: Cloud) => Promise<void>;
  } = {},
): Promise<WebCloud> {
  const { siteUrl = 'http://localhost:8080' } = options;
  const cloud = options.cloud ?? (await startCloud(options.hosts ? { hosts: options.hosts } : {}));
  const clock: Clock = { now: () => cloud.clock.now(), wall: () => new Date(), scale: 1 };
  const { log, bugs } = bugLog(options.log ?? cloud.ctx.log);
  const { db, engines } = cloud;
  const ctx: Ctx = { ...createCtx({ db, clock, log }), random: () => 0 };
  const limits = createLimits({ clock, log });
  const door = await openRestDoor({ db, clock, log, engines, limits, siteUrl, trustedProxies: ['127.0.0.1'] });
  const { app, keys } = door;
  await webDoor(app, {
    db,
    clock,
    log,
    engines,
    payments: cloud.payments,
    rules: { ...easyRules, ...options.rules },
    ...(options.databaseCopies && { databaseCopies: options.databaseCopies }),
    limits,
    siteUrl,
    identities: options.identities,
    secret: options.secret ?? 'a secret of the tests: forty-two characters',
    secretBefore: options.secretBefore,
  });
  await options.beside?.(app, { db, clock, log, engines, limits, siteUrl, keys }, cloud);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  assert.ok(typeof address === 'object' && address !== null, 'it does not listen');
  const url = `http://127.0.0.1:${address.port}`;
  const sent: OutgoingMail[] = [];
  const mailer: Mailer = {
    name: 'folder',
    send: async (mail: OutgoingMail) => {
      sent.push(mail);
      return { is: 'sent' };
    },
    close: async () => undefined,
  };
  const browser = () => openBrowser({ url, siteUrl });
  const person: WebCloud['person'] = async ({ email, operates, belongs }) => {
    const role = operates ?? 'customer';
    const now = ctx.clock.now();
    const userId = await ctx.transact(async (tx) => {
      const id = await createUser(tx, { email, name: 'Somebody', password: PASSWORD, role, now });
      if (belongs) await addMember(tx, { ...belongs, userId: id, createdAt: now });
      return id;
    });
    const own = browser();
    const answer = await own.post('/api/auth/sign-in/email', { email, password: PASSWORD });
    assert.equal(answer.status, 200, answer.text);
    return { ...own, userId };
  };

  return {
    cloud,
    ctx,
    app,
    siteUrl,
    url,
    bugs,
    browser,
    mailTo: async (email) => {
      await addressNotices(ctx);
      await deliverMail(ctx, { mailer, siteUrl });
      return sent.filter(({ to }) => to.email === email);
    },
    member: ({ ctx: of }, { email, role }) => person({ email, belongs: { accountId: of.accountId, role } }),
    person,
    close: async () => {
      await door.close();
      if (options.cloud === undefined) await cloud.close();
    },
  };
}

/** The token of the link in a mail: what follows its "#". */
export function linkToken(mail: OutgoingMail | undefined): string {
  const token = /#([\w.~-]+)/.exec(mail?.text ?? '')?.[1];
  assert.ok(token, `there is no link in: ${mail?.text ?? 'no mail'}`);
  return token;
}

function bugLog(log: Log): { log: Log; bugs: unknown[] } {
  const bugs: unknown[] = [];
  const { debug, info, warn, error } = log;
  return {
    bugs,
    log: {
      debug: debug.bind(log),
      info: info.bind(log),
      warn: warn.bind(log),
      error: (about: unknown) => {
        bugs.push(about);
        error.call(log, about);
      },
    },
  };
}
