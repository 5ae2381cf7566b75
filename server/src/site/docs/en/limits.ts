import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { BACKUP_DAYS_MAX, MANUAL_BACKUPS_MAX } from '@boreal/contract/servers/backups.ts';
import { KEY_LIFETIME_DAYS } from '@boreal/contract/people/keys.ts';
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
            Counted per operation and client network (an IPv4 address, or an IPv6 /64), by the clock minute. Every response tells you where
            you stand: <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code>, <code>RateLimit-Reset</code>. Above the limit, you
            get 429 with <code>Retry-After</code>.
          </p>
          ${await limitTable()}`,
      },
      {
        id: 'others',
        title: 'Other limits',
        body: html`<ul>
          <li>A key works for ${String(KEY_LIFETIME_DAYS)} days from its creation.</li>
          <li>Names of servers and SSH keys have at most 100 characters.</li>
          <li>Backups are kept for up to ${String(BACKUP_DAYS_MAX)} days, plus up to ${String(MANUAL_BACKUPS_MAX)} manual ones.</li>
          <li>The smallest credit purchase is ${String(MINIMUM_TOPUP_CAD)} CAD.</li>
          <li>An hourly deployment needs credit for one hour.</li>
          <li>An Idempotency-Key is remembered for 24 hours, for the API key or the person who sent it.</li>
          <li>Public availability is at most 60 seconds old.</li>
        </ul>`,
      },
    ],
  };
}
