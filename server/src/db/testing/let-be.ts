/** A harm of a migration, as the judge reports it, and why it is acceptable. */
interface LetBe {
  readonly why: string;
  readonly harm: readonly string[];
}

const STOPPED = 'landed before the first release: every Boreal was stopped to upgrade, and none had many rows';

/** By migration. A released one does what it does; a new one is listed here, with the reason, if its harm cannot reach anybody. */
export const LET_BE: Readonly<Record<string, LetBe>> = {
  '0002-backups-budgets-spot': {
    why: STOPPED,
    harm: ['ledger_accounts is read from end to end while others wait', 'servers is read from end to end while others wait'],
  },
  '0003-people': { why: STOPPED, harm: ['accounts is read from end to end while others wait'] },
  '0005-members-support-mail': {
    why: STOPPED,
    harm: [
      'api_keys is read from end to end while others wait',
      'memberships is read from end to end while others wait',
      'notices is read from end to end while others wait',
      'users is read from end to end while others wait',
    ],
  },
  '0007-agents': { why: STOPPED, harm: ['api_keys is read from end to end while others wait'] },
  '0008-incus': { why: STOPPED, harm: ['installation.mark needs a value, which the version before does not know'] },
  '0009-agent-charges': {
    why: STOPPED,
    harm: [
      'payments is read from end to end while others wait',
      'agent_keys.charge_month_start is gone',
      'agent_keys.month_charged_micros is gone',
    ],
  },
  '0010-web': {
    why: STOPPED,
    harm: [
      'users is read from end to end while others wait',
      'users.password_hash is gone',
      'users.updated_at needs a value, which the version before does not know',
    ],
  },
  '0011-operator': {
    why: STOPPED,
    harm: ['ledger_accounts is read from end to end while others wait', 'transfers is read from end to end while others wait'],
  },
  '0013-price-in-force': {
    why: 'a price without an amount is new, and the check asks nothing of the others',
    harm: [
      'prices may refuse what the version before writes: prices CHECK (((hourly_micros IS NOT NULL) OR ((account_id IS NOT NULL) AND (monthly_micros IS NULL) AND (annual_micros IS NULL))))',
    ],
  },
  '0015-power-off-first': { why: STOPPED, harm: ['servers is read from end to end while others wait'] },
  '0016-losses': {
    why: STOPPED,
    harm: [
      "type ledger_account_kind 'loss' is read by the version before, which does not know it",
      'ledger_accounts is written anew, with all its rows',
      'payment_refunds is read from end to end while others wait',
      'payment_refunds.loss_micros needs a value, which the version before does not know',
    ],
  },
  '0018-strangers-and-second-operators': { why: STOPPED, harm: ['notices is read from end to end while others wait'] },
  '0019-key-makers': { why: STOPPED, harm: ['api_keys is read from end to end while others wait'] },
  '0020-names-as-read': {
    why: STOPPED,
    harm: [
      'accounts has rows all over it changed in one transaction',
      'api_keys has rows all over it changed in one transaction',
      'passkeys has rows all over it changed in one transaction',
      'servers has rows all over it changed in one transaction',
      'ssh_keys has rows all over it changed in one transaction',
      'tickets has rows all over it changed in one transaction',
      'users has rows all over it changed in one transaction',
    ],
  },
  '0021-answers-without-secrets': { why: STOPPED, harm: ['idempotency_keys is read from end to end while others wait'] },
  '0023-agreed-terms': { why: STOPPED, harm: ['users is read from end to end while others wait'] },
  '0026-server-phase': {
    why: STOPPED,
    harm: [
      'servers is read from end to end while others wait',
      'servers.phase needs a value, which the version before does not know',
      "type server_task 'moving' is read by the version before, which does not know it",
    ],
  },
  '0030-shop': {
    why: STOPPED,
    harm: [
      'unique plans (gpu_model, gpu_count, spot) is gone, and "on conflict" may name it',
      'pools may refuse what the version before writes: pools FOREIGN KEY (region) REFERENCES regions(id)',
      'environments may refuse what the version before writes: environments FOREIGN KEY (region) REFERENCES regions(id)',
      'plans may refuse what the version before writes: plans CHECK (((gpu_count >= 1) AND (gpu_count <= 64)))',
    ],
  },
  '0031-host-rooms': {
    why: STOPPED,
    harm: ['backups is read from end to end while others wait', 'servers is read from end to end while others wait'],
  },
  '0033-hibernated-gb': { why: STOPPED, harm: ['accounts is read from end to end while others wait'] },
  '0036-mixed-hosts': {
    why: STOPPED,
    harm: ['servers is read from end to end while others wait', 'gpus.pool_id needs a value, which the version before does not know'],
  },
  '0037-engines': {
    why: STOPPED,
    harm: [
      'addresses is read from end to end while others wait',
      'backups is read from end to end while others wait',
      'servers is read from end to end while others wait',
      'unique hosts (name) is gone, and "on conflict" may name it',
      'hosts.engine needs a value, which the version before does not know',
      'pools may refuse what the version before writes: pools FOREIGN KEY (engine) REFERENCES engines(name)',
    ],
  },
  '0038-placeable-gpus': {
    why: STOPPED,
    harm: [
      'servers is read from end to end while others wait',
      "servers.giving_up 'NO_CAPACITY' is read by the version before, which does not know it",
    ],
  },
  '0047-restores': {
    why: STOPPED,
    harm: ["operator_requests.kind 'settlement' is read by the version before, which does not know it"],
  },
  '0049-subscribers': {
    why: 'it takes the place of a constraint that let less through',
    harm: [
      "notices may refuse what the version before writes: notices CHECK (((account_id IS NOT NULL) OR (to_email IS NOT NULL) OR (kind = 'incident_update'::text)))",
    ],
  },
  '0055-closed-hosts': { why: STOPPED, harm: ["type host_silence 'closed' is read by the version before, which does not know it"] },
  '0057-engine-holders': {
    why: STOPPED,
    harm: ["type host_silence 'engine_fenced' is read by the version before, which does not know it"],
  },
  // The statuses before it answered 500 above each page as soon as something was announced: CHANGELOG says when to.
  '0062-announcements': { why: STOPPED, harm: ["incidents.kind 'announcement' is read by the version before, which does not know it"] },
};
