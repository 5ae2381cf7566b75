import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { startSmtpServer, type TestSmtpServer } from '../../server/src/mail/testing.ts';
import { openBrowser, type Browser } from '../../server/src/web/test-browser.ts';
import { addSshKey, deploy, expectData, statusOf, untilActive } from '../testing/boreal-process-client.ts';
import { makeBorealHome, type BorealHome, type DemoFile } from '../testing/boreal-process-home.ts';
import { freePort, ROOT, until, type BorealProcess, type Environment } from '../testing/boreal-process.ts';
import { startTypist, type Step, type Typist } from '../testing/typist.ts';

const SOON_MS = 120_000;
const UNITS = { not: 'there is no systemd here; what its units run is tried by tests/packaging/package.test.ts' };
const MACHINE = { not: 'it looks at the machine, whatever runs on it' };
const SPOKEN_OF = { not: 'a sentence speaks of it; the whole of it stands in another step' };
const HOLDS = /Every check holds/;
const NOTHING_WRONG = { says: /: 0 wrong/, eventually: true } as const;
const WELL = ['npm run operator -- doctor', NOTHING_WRONG] as const;
const READY = /has all that it needs/;

describe('what the pages for the night have typed, on a Boreal that has had one', () => {
  let backups: string;
  let smtp: TestSmtpServer;
  let home: BorealHome;
  let environment: Environment;
  let boreal: BorealProcess;
  let said = '';
  let demo: DemoFile;
  let customer: Browser;
  let typist: Typist;
  let sshKeyId: string;
  before(async () => {
    backups = await mkdtemp(join(tmpdir(), 'boreal-backups-'));
    smtp = await startSmtpServer();
    home = await makeBorealHome();
    const [port, metrics] = [await freePort(), await freePort()];
    environment = {
      BOREAL_PORT: String(port),
      BOREAL_METRICS: `127.0.0.1:${metrics}`,
      BOREAL_BACKUP_DIR: join(backups, 'here'),
      BOREAL_BACKUP_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@example.com',
      // An hour in half a minute: a machine starts at once, and what is tried again is soon.
      BOREAL_TIME_SCALE: '120',
      BOREAL_CREDIT_ALONE_CAD: '1000',
    };
    boreal = await home.start(environment);
    demo = await home.demo();
    sshKeyId = await addSshKey(boreal, demo.customers[0].restKey);
    customer = openBrowser({ url: boreal.siteUrl, siteUrl: boreal.siteUrl });
    const { email, password } = demo.customers[0];
    assert.equal((await customer.post('/api/auth/sign-in/email', { email, password })).status, 200);
    const places = {
      'localhost:8080': `localhost:${port}`,
      'localhost:9464': `localhost:${metrics}`,
      '/var/backups/boreal': join(backups, 'here'),
    };
    typist = await startTypist({ home, environment: () => environment, places, log: () => said + boreal.stderr() });
    await troubles();
  });
  after(async () => {
    await typist.close();
    await home.close();
    await smtp.close();
    await rm(backups, { recursive: true, force: true });
  });

  const inDatabase = (statement: string) => home.inDatabase((db) => sql.raw(statement).execute(db.sql));
  const ours = async (path: string, body: unknown) => {
    const answer = await customer.post(`/api/console/accounts/${demo.customers[0].accountId}${path}`, body);
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
    return z.object({ data: z.looseObject({}) }).parse(answer.json).data;
  };
  const idIn = async (command: string, kind: string) => {
    const text = await typist.type(command);
    return new RegExp(`\\b${kind}_[0-9a-z]{26}\\b`).exec(text)?.[0] ?? assert.fail(`${command} shows no ${kind}:\n${text}`);
  };
  const deployed = (name: string) => deploy(boreal, demo.customers[0].restKey, { productId: 'l4-x1', sshKeyId, name });
  const reaches = (id: string, status: string) =>
    until(
      `${id} is ${status}`,
      SOON_MS,
      () => statusOf(boreal, demo.customers[0].restKey, id),
      (seen) => seen === status,
    );
  const logged = (words: RegExp) => until(`the log says ${words}`, SOON_MS, () => words.test(boreal.stderr()));

  /** Tables that are not where they were, as when somebody has worked on them by hand. */
  async function without(tables: readonly string[], then: () => Promise<unknown>): Promise<void> {
    for (const table of tables) await inDatabase(`alter table ${table} rename to ${table.replace(/.*\./, '')}_away`);
    await then();
    for (const table of tables) await inDatabase(`alter table ${table}_away rename to ${table.replace(/.*\./, '')}`);
  }

  const at = { kept: '', broken: '', waiting: '', ticket: '', payment: '', refund: '', mail: '' };
  /** What goes wrong in that night, and leaves its lines in the log. */
  async function troubles(): Promise<void> {
    at.kept = await deployed('kept');
    await untilActive(boreal, demo.customers[0].restKey, at.kept);
    at.ticket = String((await ours('/tickets', { subject: 'No answer by SSH', message: 'Since this morning.' }))['id']);
    const operator = openBrowser({ url: boreal.siteUrl, siteUrl: boreal.siteUrl });
    assert.equal((await operator.post('/api/auth/sign-in/email', demo.operator)).status, 200);
    const much = { amount: 5000, reason: 'For the outage', key: 'outage' };
    assert.equal((await operator.post(`/api/console/operator/accounts/${demo.customers[1].accountId}/credit`, much)).status, 200);
    smtp.refuseRecipient = (to) => (to === demo.customers[1].email ? { code: 550, text: 'no such user' } : null);
    await typist.type(`boreal ticket open ${demo.customers[1].accountId} --subject Hello --message "Is all well?"`);
    await without(['ledger_proofs', 'transfers'], async () => {
      await ours('/top-ups', { amountCad: 100 });
      const runs = ['meter', 'ledgerProof'].map((schedule) => new RegExp(`"schedule":"${schedule}".*a scheduled run failed`));
      await Promise.all([...runs, /Failed task .*settle-payment/].map(logged));
    });
    // Whoever was cut off holds it for three minutes yet.
    await inDatabase('update payments set lease_until = null where settled_at is null');
  }

  const pages: Readonly<Record<string, () => readonly Step[]>> = {
    BorealAbsent: () => [
      ['promtool check config /etc/prometheus/prometheus.yml', { not: 'tests/monitoring/alerts.test.ts does, with a Prometheus' }],
      ['systemctl reload prometheus', UNITS],
    ],
    BorealBusy: () => [
      ['top', MACHINE],
      ['npm run operator -- account list', /Aurore/],
    ],
    BorealClockApart: () => [['npm run operator -- doctor', NOTHING_WRONG]],
    BorealConnectionsShort: () => [
      [ACTIVITY('wait_event_type'), /pid .*since/],
      [`psql "$(grep -o 'postgres[^"]*' /var/lib/boreal/database.json)"`, { more: ` -c 'select count(*) from servers'`, says: /\b1\b/ }],
      ['su postgres -c psql', SPOKEN_OF],
      ['select pg_cancel_backend(PID)', { not: 'it is typed into psql, as the step before is' }],
      ['systemctl enable --now boreal-api@8083', UNITS],
    ],
    BorealCopyOld: () => [
      ['npm run operator -- backup list', { says: /\d{8}T\d+Z/, eventually: true }],
      ['npm run operator -- backup create', /\d{8}T\d+Z/],
      ['npm run operator -- backup verify', /hold/],
    ],
    BorealCustomersWait: () => [
      ['npm run operator -- ticket list --status open', /No answer by SSH/],
      ['npm run operator -- ticket list --status waiting_for_operator', /no such ticket/],
      ['npm run operator -- ticket show TICKET', { with: () => ({ TICKET: at.ticket }), says: /Since this morning\./ }],
      ['npm run operator -- ticket answer TICKET --message "…"', { with: () => ({ TICKET: at.ticket, '…': 'We look.' }), says: /\S/ }],
      ['npm run operator -- request list --status waiting', /5,?000/],
    ],
    BorealDatabaseAway: () => [
      ['npm run operator -- incident open', SPOKEN_OF],
      ['df -h /var/lib/boreal /var/lib/postgresql', { with: () => ({ '/var/lib/postgresql': tmpdir() }), says: /%/ }],
      ['journalctl -u boreal --since -15min --priority warning', /"level":/],
      [`systemctl status 'postgresql*'`, UNITS],
      [`su postgres -c 'psql -c "select usename, count(*) from pg_stat_activity group by 1"'`, /boreal/],
      ['curl -f localhost:8080/readyz', /"status":"ok"/],
      ['npm run operator -- ledger verify', HOLDS],
    ],
    BorealDown: () => [
      [`systemctl status 'boreal*'`, UNITS],
      [`journalctl -u 'boreal*' --since -15min --priority warning`, /"level":/],
      ['curl -f localhost:8080/healthz', /\S/],
      ['npm run operator -- doctor', NOTHING_WRONG],
    ],
    BorealEngineFails: () => [
      () => inDatabase(`insert into simulated_engine.fault (kind, cause) values ('call_fails', 'timeout')`),
      ['npm run operator -- engine check', { says: /The engine failed: A fault struck/, code: 1 }],
      () => logged(/"EngineError"/),
      [`journalctl -u 'boreal*' --since -15min --output cat | grep -E '"engine"|"EngineError"' | tail -5`, /A fault struck/],
      () => inDatabase('delete from simulated_engine.fault'),
      ['npm run operator -- engine hosts', /l4-01 .*yes/],
      ['npm run operator -- host list', /l4-01/],
    ],
    BorealFails: () => [
      [`journalctl -u 'boreal*' --since -15min --priority err --output cat | tail -20`, /"level":/],
      ['npm run operator -- doctor', NOTHING_WRONG],
      ['npm run operator -- log level debug --minutes 15', /Every process logs at debug, until/],
    ],
    BorealGpusAside: () => [
      async () => {
        for (const slot of ['l4-06 0', 'l4-06 1', 'l4-07 0']) await typist.type(`boreal gpu quarantine ${slot} --reason "Its fan stands"`);
      },
      ['npm run operator -- gpu list --set-aside', /l4-06 +0 .*Its fan stands[^]*l4-06 +1[^]*l4-07 +0/],
      ['nvidia-smi', MACHINE],
      ['dmesg | grep -i xid', MACHINE],
      ['npm run operator -- gpu release HOST SLOT', { with: () => ({ HOST: 'l4-06', SLOT: '0' }), says: /servers are placed on it again/ }],
      [
        'npm run operator -- gpu replace HOST SLOT --device ADDRESS',
        { with: () => ({ HOST: 'l4-06', SLOT: '1', ADDRESS: 'card-1' }), says: /was replaced/ },
      ],
      [
        'npm run operator -- gpu remove HOST SLOT --reason "The card went back to its maker"',
        { with: () => ({ HOST: 'l4-07', SLOT: '0' }), says: /is removed/ },
      ],
      async () => assert.match(await typist.type('boreal gpu list --set-aside'), /No GPU is set aside/),
    ],
    BorealHostSilent: () => [
      async () => {
        const [, host = ''] = /^Host +(\S+)/m.exec(await typist.type(`boreal server show ${at.kept}`)) ?? [];
        await inDatabase(`insert into simulated_engine.fault (kind, host_name) values ('host_lost', '${host}')`);
        await reaches(at.kept, 'ERROR');
      },
      ['npm run operator -- host list', /off sale since .*[^]*The host does not answer its engine/],
      ['npm run operator -- engine check', READY],
      ['npm run operator -- host offline NAME', { with: () => ({ NAME: 'l4-08' }), says: /l4-08 is offline/ }],
      [
        'npm run operator -- incident open --component servers --impact outage --title "Servers away" --title-fr "Serveurs inaccessibles" --text "One host does not answer. Its servers are not billed." --text-fr "Un hôte ne répond pas. Ses serveurs ne sont pas facturés."',
        /inc_\w+ +Servers away/,
      ],
      () => inDatabase('delete from simulated_engine.fault'),
      ['npm run operator -- server list --status ERROR', { says: /no such server/, eventually: true }],
    ],
    BorealHoursUnbilled: () => [
      [
        `curl -s localhost:9464/metrics | grep -E 'boreal_schedule_duration_seconds_(sum|count)\\{schedule="meter"'`,
        /_sum\{.* [\d.]+\n[^]*_count\{.* \d+/,
      ],
      [`journalctl -u 'boreal*' --since -1h --output cat | grep '"schedule":"meter"' | tail -5`, /transfers/],
      ['npm run operator -- doctor', NOTHING_WRONG],
      ['df -h', MACHINE],
      ['vmstat 5', MACHINE],
      [
        `su postgres -c 'psql -d boreal -c "select pid, wait_event_type, now() - xact_start as since, left(query, 60) from pg_stat_activity"'`,
        /pid .*since/,
      ],
      ['npm run operator -- ledger verify', HOLDS],
    ],
    BorealLedgerBroken: () => [
      ['npm run operator -- backup create', /\d{8}T\d+Z/],
      ['npm run operator -- ledger verify', HOLDS],
      ['npm run operator -- audit list', /server\.create/],
      ['npm run operator -- ledger verify', HOLDS],
    ],
    BorealLedgerUnproven: () => [
      [`systemctl status 'boreal*'`, UNITS],
      [`journalctl -u 'boreal*' --since -2d --output cat | grep '"schedule":"ledgerProof"' | tail -5`, /ledger_proofs/],
      ['npm run operator -- ledger verify', HOLDS],
    ],
    BorealLogNotStored: () => [
      async () => {
        await rename(join(backups, 'here'), join(backups, 'away'));
        await writeFile(join(backups, 'here'), 'not a folder');
      },
      ['npm run operator -- doctor', { says: /WRONG +backups: /, code: 1, eventually: true }],
      async () => {
        await rm(join(backups, 'here'));
        await rename(join(backups, 'away'), join(backups, 'here'));
      },
      ['findmnt', MACHINE],
      ['df -h', MACHINE],
      ['ls -ld', MACHINE],
      ['journalctl -u boreal --since -15m', SPOKEN_OF],
      ['systemctl try-restart boreal', UNITS],
      ['systemctl disable --now boreal', UNITS],
      ['df -h /var/lib/boreal', /%/],
      ['chown boreal: /var/backups/boreal', { not: 'there is no user boreal' }],
      ['systemctl try-restart boreal', UNITS],
      ['npm run operator -- backup list', { says: /\d{8}T\d+Z/, eventually: true }],
    ],
    BorealMailGivenUp: () => [
      ['npm run operator -- mail list --status given_up', { says: /mail_\w+/, eventually: true }],
      async () => void (at.mail = await idIn('boreal mail list --status given_up', 'mail')),
      ['npm run operator -- mail show MAIL', { with: () => ({ MAIL: at.mail }), says: /550 no such user/ }],
      ['npm run operator -- doctor', { says: /things looked at/ }],
      () => void (smtp.refuseRecipient = () => null),
      ['npm run operator -- mail retry MAIL', { with: () => ({ MAIL: at.mail }), says: /\S/ }],
      () => until('the mail is there', SOON_MS, () => smtp.taken.some(({ to }) => to === demo.customers[1].email)),
    ],
    BorealMailWaits: () => [
      ['npm run operator -- doctor', NOTHING_WRONG],
      [`systemctl try-restart boreal 'boreal-api@*' 'boreal-worker@*'`, UNITS],
      ['npm run operator -- mail list --status waiting', { says: /no such mail/, eventually: true }],
    ],
    BorealMeterBehind: () => [
      [`systemctl status 'boreal*'`, UNITS],
      [`journalctl -u 'boreal*' --since -1h --output cat | grep '"schedule":"meter"' | tail -5`, /transfers/],
      ['npm run operator -- doctor', NOTHING_WRONG],
      ['npm run operator -- ledger verify', HOLDS],
    ],
    BorealNoWorker: () => [
      [`systemctl status 'boreal*'`, UNITS],
      ['systemctl start boreal-worker@1', UNITS],
      ['systemctl start boreal', UNITS],
      [`journalctl -u 'boreal-worker@*' -u boreal --since -15min --priority warning`, /"level":/],
      ['npm run operator -- doctor check --all', { says: /well +worker: A worker runs and bills/, eventually: true }],
    ],
    BorealScheduleFails: () => [
      ['npm run operator -- doctor', NOTHING_WRONG],
      [`journalctl -u 'boreal*' --since -6h --output cat | grep 'a scheduled run failed' | tail -5`, /"schedule":"\w+"/],
      ['npm run operator -- engine check', READY],
      [`systemctl try-restart boreal 'boreal-worker@*'`, UNITS],
    ],
    BorealServersInError: () => [
      async () => {
        await inDatabase(`insert into simulated_engine.fault (kind, cause) values ('boot_fails', 'image')`);
        at.broken = await deployed('broken');
        await reaches(at.broken, 'ERROR');
        await inDatabase('delete from simulated_engine.fault');
      },
      ['npm run operator -- server list --status ERROR', /broken/],
      ['npm run operator -- server show SERVER', { with: () => ({ SERVER: at.broken }), says: /^First active  –$/m }],
      [
        'npm run operator -- ticket open ACCOUNT --subject "Your server" --message "…"',
        { with: () => ({ ACCOUNT: demo.customers[0].accountId, '…': 'Delete it without cost.' }), says: /tkt_\w+/ },
      ],
      () => expectData(boreal, { method: 'DELETE', path: `/servers/${at.broken}`, key: demo.customers[0].restKey }, { data: z.unknown() }),
      ['npm run operator -- server list --status ERROR', { says: /no such server/, eventually: true }],
    ],
    BorealSlow: () => [
      ['uptime', MACHINE],
      ['free -h', MACHINE],
      ['iostat -x 5 3', MACHINE],
      [ACTIVITY('state'), /pid .*since/],
      ['npm run operator -- doctor', NOTHING_WRONG],
    ],
    BorealSoldOut: () => [
      () => typist.type('boreal host drain l4-08'),
      ['npm run operator -- host list', /l4-08 .*draining/],
      ['npm run operator -- gpu list --set-aside', /No GPU is set aside/],
      ['npm run operator -- host accept NAME', { with: () => ({ NAME: 'l4-08' }), says: /is accepting/ }],
      ['npm run operator -- price set --help', /^Usage: .*price set/m],
    ],
    BorealWebhooksRefused: () => [[`systemctl try-restart boreal 'boreal-api@*'`, UNITS], WELL],
    BorealWebhooksWait: () => [
      [
        `journalctl -u 'boreal*' --since -1h --output cat | grep -E '"schedule":"payments"|could not be settled|settle-(payment|refund)' | tail -5`,
        /"paymentId".*transfers/,
      ],
      [`systemctl try-restart boreal 'boreal-api@*' 'boreal-worker@*'`, UNITS],
      ['npm run operator -- doctor', NOTHING_WRONG],
    ],
    BorealWorkStuck: () => [
      async () => {
        await inDatabase(`insert into simulated_engine.fault (kind, factor) values ('slow', 1000)`);
        at.waiting = await deployed('waiting');
        const { cardId } = await ours('/cards', {});
        // Its charge waits until the customer has shown that the card is theirs.
        await ours(`/cards/${String(cardId)}/sandbox`, { card: 'authentication' });
        at.payment = String((await ours('/top-ups', { amountCad: 50, cardId }))['paymentId']);
        await until('it waits', SOON_MS, async () => (await typist.type('boreal payment list')).includes('requires action'));
        // The provider is away.
        await inDatabase('alter table sandbox_payments.charge rename to charge_away');
        const paid = await idIn('boreal payment list | grep succeeded', 'pay');
        at.refund = await idIn(`boreal refund create ${paid} --amount 10 --reason "By mistake"`, 'rfd');
      },
      ['npm run operator -- server show SERVER', { with: () => ({ SERVER: at.waiting }), says: /^Waits for +\S/m }],
      ['npm run operator -- server retry SERVER', { with: () => ({ SERVER: at.waiting }), says: /\S/ }],
      ['npm run operator -- payment show PAYMENT', { with: () => ({ PAYMENT: at.payment }), says: /requires action/ }],
      ['npm run operator -- payment retry PAYMENT', { with: () => ({ PAYMENT: at.payment }), says: /asks the provider now/ }],
      ['npm run operator -- refund list', /pending .*By mistake/],
      ['npm run operator -- refund retry REFUND', { with: () => ({ REFUND: at.refund }), says: /asks the provider now/ }],
      async () => {
        await inDatabase('alter table sandbox_payments.charge_away rename to charge');
        await inDatabase('update payment_refunds set lease_until = null where settled_at is null');
        await inDatabase('delete from simulated_engine.fault');
        await until('the refund is at its card', SOON_MS, async () =>
          /succeeded .*By mistake/.test(await typist.type('boreal refund list')),
        );
      },
      ['npm run operator -- engine check', READY],
    ],
    // The last: it begins with another start.
    BorealEngineFenced: () => [
      async () => {
        said += boreal.stderr();
        await boreal.end('SIGTERM');
        await home.inStoppedDatabase((db) => sql`update simulated_engine.holder set epoch = epoch + 100`.execute(db.sql));
        boreal = await home.start(environment);
      },
      ['npm run operator -- engine list', /another Boreal, seen /],
      ['systemctl disable --now boreal', UNITS],
      [
        'npm run operator -- engine take-over NAME --confirm NAME',
        { with: () => ({ NAME: 'simulated' }), says: /drives the engine simulated now/ },
      ],
      ['npm run operator -- doctor', NOTHING_WRONG],
      ['npm run operator -- orphan list', /Everything on the engine is known/],
      ['npm run operator -- engine list', /this Boreal/],
    ],
  };

  for (const [page, steps] of Object.entries(pages))
    test(`${page} has typed what there is, and what comes of it is as it says`, () => typist.page(`docs/runbooks/${page}.md`, steps()));

  test('every page is typed', () => {
    const all = globSync('docs/runbooks/*.md', { cwd: ROOT }).map((path) => basename(path, '.md'));
    assert.deepEqual(Object.keys(pages).toSorted(), all.toSorted());
  });
});

/** What Postgres does now, asked for in the shell of `postgres`. */
function ACTIVITY(column: string): string {
  return [
    `su postgres -c psql <<'END'`,
    `select pid, now() - query_start as since, ${column}, left(query, 80)`,
    `  from pg_stat_activity where state <> 'idle' order by 2 desc limit 10;`,
    'END',
  ].join('\n');
}
