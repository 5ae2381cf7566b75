import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing.ts';
import { BACKUP_DAYS_MAX, MANUAL_BACKUPS_MAX } from '@boreal/contract/backups.ts';
import { KEY_LIFETIME_DAYS } from '@boreal/contract/keys.ts';
import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export async function limits({ limitTable }: DocKit): Promise<Doc> {
  return {
    title: 'Limits',
    description: 'Requests a minute for every operation, and the other limits of the service.',
    lead: 'How much, how often, how long.',
    sections: [
      {
        id: 'rates',
        title: 'Requests',
        body: html`<p>
            Counted for each operation and client network (an IPv4 address, or an IPv6 /64), by the clock’s minute. Every answer says where
            you stand: <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code>, <code>RateLimit-Reset</code>. Past the limit comes
            429 with <code>Retry-After</code>.
          </p>
          ${await limitTable()}`,
      },
      {
        id: 'others',
        title: 'Other limits',
        body: html`<ul>
          <li>A key works ${String(KEY_LIFETIME_DAYS)} days from its creation.</li>
          <li>Names of servers and SSH keys have 100 characters at most.</li>
          <li>Backups are kept ${String(BACKUP_DAYS_MAX)} days at most; ${String(MANUAL_BACKUPS_MAX)} of them may be made by hand.</li>
          <li>Credit is bought from ${String(MINIMUM_TOPUP_CAD)} CAD.</li>
          <li>An hourly deployment needs credit for one hour.</li>
          <li>An Idempotency-Key is remembered for 24 hours, for the API key or the person that sent it.</li>
          <li>Public availability is at most 60 seconds old.</li>
        </ul>`,
      },
    ],
  };
}
