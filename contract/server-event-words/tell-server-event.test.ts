import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFrench } from '../../server/src/kit/testing.ts';
import { DropReason, GiveUpReason, HibernationReason, ServerEventType, type ServerEventData } from '../servers/events.ts';
import { tellServerEvent } from './tell-server-event.ts';

const backupId = 'bkp_01';
const times = { hourLocal: 3, retention: 7 };
const rule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '203.0.113.0/24', portMin: 443, portMax: 443 } as const;
const icmp = { direction: 'egress', protocol: 'icmp', ethertype: 'IPv6', cidr: '::/0', portMin: null, portMax: null } as const;
const preempted = { operatorsReason: null, refundedMicros: '1500000', firstHour: true, keptSystemDisk: true };

/** At least one of each type, and one for each variant of its sentence. */
const samples: { readonly [T in ServerEventType]: readonly ServerEventData[T][] } = {
  'server.create_requested': [
    { by: 'deployment', gpu: '2× H100 SXM' },
    { by: 'restore', backupId, sourceName: 'trainer' },
    { by: 'order' },
  ],
  'server.order_requested': [{ gpu: '1× L4' }],
  'server.order_failed': DropReason.options.map((reason) => ({ reason })),
  'server.adopted': [
    { from: '2026-12-01T17:00:00.000Z', hours: 3, chargedMicros: '11970000' },
    { from: null, hours: 0, chargedMicros: '0' },
  ],
  'server.active': [{}],
  'server.stopped': [{}],
  'server.hibernated': [{}],
  'server.error': [
    ...GiveUpReason.options.flatMap((reason) =>
      (['deploying', 'in_use', 'moving'] as const).flatMap((was) =>
        (['hourly', 'monthly', 'annual'] as const).map((billingCycle) => ({ reason, was, billingCycle })),
      ),
    ),
    { reason: 'NO_CAPACITY', was: 'deploying', billingCycle: 'hourly', alternatives: [] },
    { reason: 'NO_CAPACITY', was: 'deploying', billingCycle: 'hourly', alternatives: ['l4-x1', 'l4-x2', 'l4-x4', 'l4-x8'] },
  ],
  'server.deleted': [
    { backMicros: '0' },
    { backMicros: '12345678' },
    { backMicros: '0', settled: { hours: 0, refundedMicros: '0' } },
    { backMicros: '0', settled: { hours: 3, refundedMicros: '11970000' } },
  ],
  'server.start_requested': [{}],
  'server.stop_requested': [{}, { operatorsReason: 'Balayage de ports' }],
  'server.reboot_requested': [{}],
  'server.hibernate_requested': [
    { reason: null },
    { reason: null, settled: { hours: 3, refundedMicros: '11970000' } },
    { reason: null, operatorsReason: 'Il envoie des pourriels.' },
    ...HibernationReason.options.map((reason) => ({ reason })),
  ],
  'server.restore_requested': (['hour', 'term', 'new_hour', 'renewal'] as const).map((paidBy) => ({ paidBy })),
  'server.restore_failed': GiveUpReason.options.map((reason) => ({ reason })),
  'server.powered_off': [{}],
  'server.placed_again': [{}],
  'server.moving': (['off', 'restart', 'restart_with_refund'] as const).map((how) => ({ how })),
  'server.preempted': [
    preempted,
    { ...preempted, firstHour: false },
    { ...preempted, refundedMicros: '0', keptSystemDisk: false },
    { ...preempted, operatorsReason: 'Ventilateur en panne' },
  ],
  'server.console_link_made': [{}],
  'server.console_opened': [{}],
  'server.renamed': [{ from: 'trainer', to: 'trainer-2' }],
  'order.canceled': [{ termEnd: '2026-12-01T05:00:00.000Z' }],
  'credit.low': [{ hours: 24 }, { hours: 6 }, { hours: 1 }],
  'backup.started': [
    { backupId, kind: 'automatic' },
    { backupId, kind: 'manual' },
  ],
  'backup.ready': [{ backupId }],
  'backup.failed': [
    { backupId, kind: 'automatic' },
    { backupId, kind: 'manual' },
  ],
  'backup.missed': [{ date: '2026-11-22' }, { date: '2026-11-22', why: 'no_room' }],
  'backup.deleted': [{ backupId }],
  'backup.option_enabled': [times],
  'backup.option_disabled': [{}],
  'backup.option_changed': [times],
  'firewall.rule_added': [{ rule }, { rule: icmp }],
  'firewall.rule_deleted': [{ rule }, { rule: icmp }],
};

const MISSING = /undefined|null|NaN|\[object|\$\{| {2}|\.\./;

for (const type of ServerEventType.options) {
  test(`${type} is told in whole sentences in both languages, whatever its data, from what the database gives back`, () => {
    const told = samples[type].map((data) => tellServerEvent(type, JSON.parse(JSON.stringify(data))));
    assert.ok(told.length > 0);
    for (const { en, fr } of told) {
      for (const sentence of [en, fr]) {
        assert.match(sentence, /^\p{Lu}.*\.$/u);
        assert.doesNotMatch(sentence, MISSING);
      }
      assert.notEqual(en, fr);
      assertFrench(fr);
      // A figure in one language is in the other too. English writes the hour as 3:00.
      const figures = (text: string) => text.replace(':00', '').match(/\d+/g);
      if (type !== 'order.canceled') assert.deepEqual(figures(fr), figures(en));
    }
  });
}

const say = <T extends ServerEventType>(type: T, data: ServerEventData[T]) => Object.values(tellServerEvent(type, data));

test('amounts, plurals and moments are written as each language writes them', () => {
  assert.deepEqual(say('server.deleted', { backMicros: '1234567890' }), [
    'Server deleted. The machine, its backups and all its data are being destroyed. 1234.57 CAD, taxes included, go back to the card: they were paid for what was not used.',
    'Serveur supprimé. La machine, ses sauvegardes et toutes ses données sont en cours de destruction. 1234,57 CAD, taxes comprises, retournent sur la carte : ils avaient été payés pour ce qui n’a pas servi.',
  ]);
  assert.deepEqual(say('credit.low', { hours: 1 }), [
    'At the current rate, your credit runs out in less than an hour. Add credit, or the server then hibernates.',
    'Au coût actuel, il reste du crédit pour moins d’une heure. Ajoutez-en, sinon le serveur est mis en hibernation lorsqu’il est épuisé.',
  ]);
  assert.match(
    say('credit.low', { hours: 6 }).join(),
    /less than 6 hours\. .*,Au coût actuel, il reste du crédit pour moins de 6 heures\./,
  );
  const moments = say('order.canceled', { termEnd: '2026-12-01T19:30:00.000Z' }).map((text) => text.replaceAll(/\s/gu, ' '));
  assert.deepEqual(moments, [
    'The order was cancelled. The server runs until December 1, 2026 at 2:30 p.m. (Eastern Time) and is then hibernated.',
    'La commande a été annulée. Le serveur fonctionne jusqu’au 1er décembre 2026 à 14 h 30 (heure de l’Est), puis est mis en hibernation.',
  ]);
});

test('what an operator wrote stands in both languages as it was written, and ends as a sentence does', () => {
  const [en, fr] = say('server.preempted', { ...preempted, operatorsReason: 'Fans fail!' });
  assert.match(en ?? '', /^Interrupted by the operator: Fans fail! 1\.50 CAD was refunded: all of the first hour\. The server is being/);
  assert.match(
    fr ?? '',
    /^Interrompu par l’exploitant : Fans fail! 1,50 CAD ont été remboursés : toute la première heure\. Le serveur est/,
  );
});

test('who reads that an operator stopped or hibernated a server reads why, and what is still billed', () => {
  assert.deepEqual(say('server.stop_requested', { operatorsReason: 'Port scans' }), [
    'Stopped by the operator: Port scans. A stopped server is still billed; hibernate it to stop the billing.',
    'Arrêté par l’exploitant : Port scans. Un serveur arrêté reste facturé ; mettez-le en hibernation pour arrêter la facturation.',
  ]);
  assert.match(
    say('server.hibernate_requested', { reason: null, operatorsReason: 'Port scans' })[0] ?? '',
    /^Hibernated by the operator: Port scans\. Nothing more is billed after the hour already paid\. The system disk is kept;/,
  );
});

test('what a newer version has written is told as that, in both languages, and never half', () => {
  for (const [type, data] of [
    ['server.error', { reason: 'BOOT_FAILED' }],
    ['backup.ready', null],
    ['server.hibernate_requested', { reason: 'FULL_MOON' }],
    ['server.cloned', {}],
    ['toString', {}],
  ] as const)
    assert.deepEqual(tellServerEvent(type, data), {
      en: `Recorded by a newer version of Boreal: ${type}`,
      fr: `Consigné par une version plus récente de Boreal : ${type}`,
    });
});
