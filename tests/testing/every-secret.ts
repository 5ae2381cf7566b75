import assert from 'node:assert/strict';
import { ConsoleLink } from '@boreal/contract/servers/console-servers.ts';
import { ApiKeyCreated } from '@boreal/contract/people/keys.ts';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { GeneratedSshKey } from '@boreal/contract/people/ssh-keys.ts';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { z } from 'zod';
import { creditAccount } from '../../server/src/core/commerce/credit-by-hand/credit-account.ts';
import type { Log } from '../../server/src/kit/log.ts';
import type { BrowserAnswer, Browser } from '../../server/src/web/test-browser.ts';
import { linkToken, PASSWORD, type WebCloud } from '../../server/src/web/testing.ts';
import { rpc } from './agent-cloud.ts';
import { openEveryDoor } from './every-door.ts';

/** A Boreal in which somebody was shown, or sent, every kind of secret, each by its name. */
export interface EverySecret {
  readonly web: WebCloud;
  readonly owner: Browser;
  /** The account's path in the console. */
  readonly at: string;
  readonly secrets: ReadonlyMap<string, string>;
  /** What made a secret over HTTP and was repeated with the same Idempotency-Key. */
  readonly repeats: readonly { readonly what: string; readonly first: BrowserAnswer; readonly again: BrowserAnswer }[];
  close(): Promise<void>;
}

const EMAIL = 'secrets@example.com';
const WRONG_PASSWORD = 'not the password at all';
const NEW_PASSWORD = 'chosen by the mailed link';

const Created = z.object({ id: z.string(), key: z.string() });
const Enabled = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

/** Opens it with all doors that people, programs and providers come by. `log`: where their lines go. */
export async function openEverySecret(log?: Log): Promise<EverySecret> {
  const door = await openEveryDoor(log ? { log } : {});
  const { web } = door;
  const secrets = new Map<string, string>();
  const repeats: { what: string; first: BrowserAnswer; again: BrowserAnswer }[] = [];
  const owner = web.browser();
  const mailed = async (email: string, kind: string) => linkToken((await web.mailTo(email)).findLast((mail) => mail.kind === kind));
  const told = <S extends z.ZodType>(answer: BrowserAnswer, schema: S): z.output<S> => {
    assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`);
    return schema.parse(answer.json);
  };

  secrets.set('the password', PASSWORD);
  await owner.post('/api/console/sign-up', { name: 'Somebody', email: EMAIL, password: PASSWORD, acceptedTerms: TERMS_VERSION });
  const confirming = await mailed(EMAIL, 'verify_email');
  secrets.set('the link that confirms an address', confirming);
  told(await owner.get(`/api/auth/verify-email?token=${confirming}`), z.unknown());

  secrets.set('a wrong password', WRONG_PASSWORD);
  assert.equal((await owner.post('/api/auth/sign-in/email', { email: EMAIL, password: WRONG_PASSWORD })).status, 401);
  told(await owner.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }), z.unknown());
  const Me = z.object({ data: z.object({ accounts: z.array(z.object({ id: z.string() })) }) });
  const accountId = told(await owner.get('/api/console/me'), Me).data.accounts[0]?.id ?? '';
  const at = `/api/console/accounts/${accountId}`;
  await creditAccount(web.ctx, { accountId, amountMicros: 100_000_000n, reason: 'tests', as: 'promo' });

  /** Asks twice with one Idempotency-Key. */
  const twice = async <S extends z.ZodType>(what: string, path: string, json: object | undefined, schema: S): Promise<z.output<S>> => {
    const headers = { 'idempotency-key': `once ${path}` };
    const first = await owner.post(`${at}${path}`, json, headers);
    repeats.push({ what, first, again: await owner.post(`${at}${path}`, json, headers) });
    return schema.parse(told(first, z.object({ data: z.unknown() })).data);
  };
  const restKey = (await twice('a REST key', '/v1/api-keys', { name: 'ci' }, ApiKeyCreated)).key;
  secrets.set('a REST key', restKey);
  assert.equal((await owner.get('/api/servers', { authorization: `Bearer ${restKey}` })).status, 200);
  secrets.set('a REST key that is none', `gpu_${'z'.repeat(40)}`);
  assert.equal((await owner.get('/api/servers', { authorization: `Bearer gpu_${'z'.repeat(40)}` })).status, 401);

  const agent = { name: 'agent', permissions: ['launch'], caps: {} };
  const mcpKey = (await twice('an MCP key', '/mcp-keys', agent, Created)).key;
  secrets.set('an MCP key', mcpKey);
  const pair = await twice('an SSH key', '/settings/ssh-keys/generate', { name: 'laptop' }, GeneratedSshKey);
  secrets.set('a private SSH key', middleOf(pair.privateKey));

  const tool = async <S extends z.ZodType>(name: string, args: object, schema: S): Promise<z.output<S>> => {
    const { result } = await rpc(new URL('/api/mcp', web.url), mcpKey, { method: 'tools/call', params: { name, arguments: args } });
    return schema.parse(z.object({ structuredContent: z.unknown() }).parse(result).structuredContent);
  };
  const { key } = await tool('svc_generate_ssh_key', { name: 'agent' }, z.object({ key: GeneratedSshKey }));
  secrets.set('a private SSH key of an agent', middleOf(key.privateKey));
  const wanted = { productId: 'l4-x1', sshKeyId: pair.id };
  const Quote = z.object({ quote: z.object({ confirmationToken: z.string() }) });
  const { confirmationToken } = (await tool('svc_create_server', wanted, Quote)).quote;
  secrets.set('a confirmation token', confirmationToken);
  const confirmed = z.object({ result: z.object({ id: z.string() }), replayed: z.boolean() });
  const server = await tool('svc_create_server', { ...wanted, confirmationToken }, confirmed);
  assert.deepEqual(await tool('svc_create_server', { ...wanted, confirmationToken }, confirmed), { ...server, replayed: true });
  await web.cloud.settle();

  const link = await twice('a console link', `/servers/${server.result.id}/console-link`, undefined, ConsoleLink);
  secrets.set('a console link', link.url.split('#')[1] ?? '');
  const { url } = await tool('svc_get_console_url', { serverId: server.result.id }, z.object({ url: z.string() }));
  secrets.set('a console link of an agent', url.split('#')[1] ?? '');

  await owner.post(`${at}/invitations`, { email: 'guest@example.com', role: 'developer' });
  const invitation = await mailed('guest@example.com', 'member_invited');
  secrets.set('an invitation', invitation);
  told(await web.browser().post('/api/console/invitations/preview', { token: invitation }), z.unknown());

  const { totpURI, backupCodes } = told(await owner.post('/api/auth/two-factor/enable', { password: PASSWORD }), Enabled);
  const totp = new URL(totpURI).searchParams.get('secret') ?? '';
  const code = await createOTP(new TextDecoder().decode(base32.decode(totp))).totp();
  told(await owner.post('/api/auth/two-factor/verify-totp', { code }), z.unknown());
  secrets.set('the secret of an authenticator', totp);
  secrets.set('the secret of an authenticator, as the app keeps it', new TextDecoder().decode(base32.decode(totp)));
  for (const [n, recovery] of backupCodes.entries()) secrets.set(`recovery code ${n}`, recovery);

  for (const [name, value] of owner.cookies) secrets.set(`the cookie ${name}`, decodeURIComponent(value));
  const forged = `t=1,v1=${'0123456789abcdef'.repeat(4)}`;
  secrets.set('a forged signature of a webhook', forged);
  const news = await web.browser().post('/api/webhooks/stripe', { id: 'evt_1' }, { 'stripe-signature': forged });
  assert.equal(news.status, 400);

  await web.browser().post('/api/auth/request-password-reset', { email: EMAIL });
  const reset = await mailed(EMAIL, 'reset_password');
  secrets.set('the link that chooses a new password', reset);
  secrets.set('a password that was chosen by a link', NEW_PASSWORD);
  told(await web.browser().post('/api/auth/reset-password', { token: reset, newPassword: NEW_PASSWORD }), z.unknown());
  for (const [name, secret] of secrets) assert.ok(secret.length >= 8, `${name}: ${secret}`);
  return {
    web,
    owner,
    at,
    secrets,
    repeats,
    close: () => door.close(),
  };
}

/** A line of a private key that is nobody else's: the first say of what kind it is, and its public half. */
function middleOf(privateKey: string): string {
  return privateKey.split('\n')[4] ?? '';
}
