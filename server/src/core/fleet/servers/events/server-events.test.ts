import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ServerEventType } from '@boreal/contract/servers/events.ts';
import { HOUR_MS } from '../../../../kit/clock.ts';
import { assertFrench } from '../../../../kit/testing.ts';
import { createBackup } from '../../lifecycle/backup/create-backup.ts';
import { deleteBackup } from '../../backups/delete-backup.ts';
import { warnLowCredit } from '../../../commerce/credit-warnings/warn-low-credit.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';
import { addFirewallRule } from '../../firewall/add-firewall-rule.ts';
import { deleteFirewallRule } from '../../firewall/delete-firewall-rule.ts';
import { startCloud, type Customer } from '../../../testing/cloud.ts';
import { makeConsoleLink } from '../console/console-link.ts';
import { listServerEvents } from '../views/list-server-events.ts';
import { tellServer } from './tell-server.ts';
import { preemptServer } from '../../lifecycle/spot/preempt-server.ts';

const cloud = await startCloud();
after(() => cloud.close());

/** The log in both languages, line by line. */
async function toldOf(customer: Customer, serverId: string) {
  const [english, french] = await Promise.all(
    (['en', 'fr'] as const).map(async (locale) => (await listServerEvents(customer.ctx, { serverId, locale })).items),
  );
  assert.ok(english && french && english.length > 0);
  return english.map(({ type, message: en }, n) => ({ type, en, fr: french[n]?.message ?? '' }));
}

test('what happens in a life of a server is told in both languages, and nothing of it is English in French', async () => {
  const customer = await cloud.customer('100');
  const serverId = await customer.deploy();
  await cloud.settle();
  const { ctx } = customer;
  for (const action of ['stop', 'start', 'reboot', 'hibernate', 'hibernate-restore'] as const) {
    await customer.act(serverId, action);
    await cloud.settle();
  }
  await makeConsoleLink(ctx, { serverId });
  const rule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', portRangeMin: 443 } as const;
  const { id: ruleId } = await addFirewallRule(ctx, { serverId, ...rule });
  await deleteFirewallRule(ctx, { serverId, ruleId });
  await setBackupOption(ctx, { serverId, enabled: true, hourLocal: 3 });
  await setBackupOption(ctx, { serverId, hourLocal: 4 });
  const { id: backupId } = await createBackup(ctx, { serverId });
  await cloud.settle();
  await cloud.tendBackups();
  await deleteBackup(ctx, { serverId, backupId });
  await setBackupOption(ctx, { serverId, enabled: false });
  await customer.remove(serverId);
  await cloud.settle();

  const told = await toldOf(customer, serverId);
  assert.deepEqual(
    new Set(told.map(({ type }) => type)),
    new Set([
      'server.create_requested',
      'server.active',
      'server.stop_requested',
      'server.stopped',
      'server.start_requested',
      'server.reboot_requested',
      'server.hibernate_requested',
      'server.hibernated',
      'server.restore_requested',
      'server.console_link_made',
      'firewall.rule_added',
      'firewall.rule_deleted',
      'backup.option_enabled',
      'backup.option_changed',
      'backup.started',
      'backup.ready',
      'backup.deleted',
      'backup.option_disabled',
      'server.deleted',
    ]),
  );
  for (const { type, en, fr } of told) {
    assert.ok(ServerEventType.safeParse(type).success, type);
    assert.notEqual(fr, en, type);
    assertFrench(fr);
  }
  const rows = await cloud.db.sql
    .selectFrom('serverEvents')
    .select(['data', 'message', 'messageFr'])
    .where('serverId', '=', serverId)
    .execute();
  assert.equal(rows.length, told.length);
  assert.ok(
    rows.every(({ data, message, messageFr }) => data !== null && message === null && messageFr === null),
    'a line has words of its own',
  );
  const changed = told.find(({ type }) => type === 'backup.option_changed');
  assert.equal(changed?.en, 'Backups are changed: a backup every day at 4:00 Eastern Time, kept 7 days.');
  assert.equal(changed?.fr, 'Les sauvegardes sont modifiées\u00a0: une sauvegarde chaque jour à 4 h, heure de l’Est, gardée 7 jours.');
});

test('what befalls a server is told with its reason in both languages, and what an operator wrote as they wrote it', async () => {
  const customer = await cloud.customer('3');
  const [spot, other] = [await customer.deploy('l4-x1-spot'), await customer.deploy('l4-x1')];
  await cloud.settle();
  await warnLowCredit(cloud.ctx);
  await preemptServer(cloud.ctx, { serverId: spot, reason: 'Ventilateur en panne' });
  await cloud.pass(3 * HOUR_MS);
  await cloud.settle();
  const preempted = (await toldOf(customer, spot)).find(({ type }) => type === 'server.preempted');
  assert.match(
    preempted?.en ?? '',
    /^Interrupted by the operator: Ventilateur en panne\. \d\.\d\d CAD was refunded: all of the first hour\./,
  );
  assert.match(
    preempted?.fr ?? '',
    /^Interrompu par l’exploitant\u00a0: Ventilateur en panne\. \d,\d\d CAD ont été remboursés\u00a0: toute la première heure\./,
  );
  const events = await toldOf(customer, other);
  const low = events.filter(({ type }) => type === 'credit.low').at(0);
  assert.match(low?.en ?? '', /^At the current rate, your credit runs out in less than an hour/);
  assert.match(low?.fr ?? '', /^Au coût actuel, il reste du crédit pour moins d’une heure/);
  const out = events.find(({ type }) => type === 'server.hibernate_requested');
  assert.match(out?.en ?? '', /^The credit does not cover the next hour/);
  assert.match(out?.fr ?? '', /^Le crédit ne couvre pas l’heure suivante/);
});

test('a server that is hibernated says why it was: what sent it there, or nothing when it was asked for', async () => {
  const customer = await cloud.customer('3');
  const reasonsOf = async (serverId: string) =>
    (await listServerEvents(customer.ctx, { serverId, locale: 'en' })).items
      .filter(({ type }) => type === 'server.hibernated')
      .map(({ reason }) => reason);
  const asked = await customer.deploy('l4-x1');
  await cloud.settle();
  await customer.act(asked, 'hibernate');
  await cloud.settle();
  const [spot, broke] = [await customer.deploy('l4-x1-spot'), await customer.deploy('l4-x1')];
  await cloud.settle();
  await preemptServer(cloud.ctx, { serverId: spot, reason: 'Ventilateur en panne' });
  await cloud.pass(3 * HOUR_MS);
  assert.deepEqual(await Promise.all([asked, spot, broke].map(reasonsOf)), [[null], ['SPOT_PREEMPTED'], ['CREDIT_EXHAUSTED']]);
});

test('a line of before lines were data is told as it was written, and in English where it has no French', async () => {
  const customer = await cloud.customer('100');
  const serverId = await customer.deploy();
  await cloud.settle();
  await customer.act(serverId, 'stop');
  await cloud.settle();
  const events = () => cloud.db.sql.updateTable('serverEvents').where('serverId', '=', serverId);
  const en = 'It was stopped, in the words of back then.';
  const fr = 'Il a été arrêté, dans les mots d’alors.';
  await events().set({ data: null, message: en, messageFr: fr }).where('type', '=', 'server.stopped').execute();
  await events()
    .set({ data: null, message: 'Long ago.', messageFr: null, type: 'server.retired' })
    .where('type', '=', 'server.active')
    .execute();

  const told = await toldOf(customer, serverId);
  assert.deepEqual(
    told.filter(({ type }) => type === 'server.stopped' || type === 'server.retired'),
    [
      { type: 'server.stopped', en, fr },
      { type: 'server.retired', en: 'Long ago.', fr: 'Long ago.' },
    ],
  );
  assert.equal(told.at(-1)?.fr, 'Déploiement de 1× H100 SXM accepté\u202f; la première heure a été débitée du crédit.');
  const why = async (locale: 'en' | 'fr') => (await tellServer(customer.ctx, { serverId, locale })).why?.message;
  assert.deepEqual([await why('en'), await why('fr')], [en, fr]);
  await events().set({ data: '{}', message: null, messageFr: null }).where('type', '=', 'server.stopped').execute();
  assert.equal(await why('fr'), 'Le serveur est arrêté. Il reste facturé.');
});

test('a line that says nothing, or says it twice, is not written', async () => {
  const customer = await cloud.customer('100');
  const serverId = await customer.deploy();
  const events = () => cloud.db.sql.updateTable('serverEvents').where('serverId', '=', serverId);
  await assert.rejects(events().set({ data: null }).execute(), /server_events_told/);
  await assert.rejects(events().set({ message: 'Deployed.' }).execute(), /server_events_told/);
});
