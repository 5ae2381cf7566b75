import { LABELS_MAX } from '@boreal/contract/servers/description.ts';
import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function servers({ view, code, examples: x, statusTable, backupPrice }: DocKit): Doc {
  return {
    title: 'Servers',
    description: 'The life cycle of a server: statuses, actions, hibernation, spot, disks, firewall and backups.',
    lead: 'What a server is, the states it goes through, and what is kept when.',
    sections: [
      {
        id: 'lifecycle',
        title: 'Life cycle',
        body: html`<p>
            A request is accepted immediately; the work follows. Meanwhile <code>task</code> says what is being done,
            <code>status</code> does not change, and <code>allowedActions</code> is empty. Poll the server until <code>task</code> is
            <code>null</code>.
          </p>
          ${statusTable()}
          <p>You can delete a server in any status. Deletion is immediate and permanent.</p>`,
      },
      {
        id: 'names',
        title: 'Names, labels and notes',
        body: html`<p>
          In the console, you can rename a server, label it (<code>project=vision</code>, up to ${LABELS_MAX} labels) and add a note; the
          list of servers can be filtered by label. A name has at most 100 characters. Lists, history and charges show the new name; the
          machine keeps the hostname it was created with, and issued invoices do not change.
        </p>`,
      },
      {
        id: 'hibernation',
        title: 'Hibernation',
        body: html`<p>
            Hibernating powers the server off, keeps its system disk, and releases its GPUs and its address. Billing stops at the end of the
            paid hour. Resuming it (the <code>hibernate-restore</code> action) places it anew: it needs GPUs in stock and credit for an
            hour, and it gets a new address.
          </p>
          ${code(x.hibernate)}
          <p>
            The work disk is scratch space: it is never backed up and may be empty after hibernation. Servers hibernate automatically when a
            <a href="${view.to('/docs/billing')}#budgets">budget</a> or the credit runs out.
          </p>`,
      },
      {
        id: 'spot',
        title: 'Spot',
        body: html`<p>
            A spot server costs less and uses GPUs that nobody needs on demand right now. When someone does, it is interrupted without
            notice: the server hibernates with its system disk, the unused part of its hour is refunded, and you get an email. A spot server
            that was still being created ends in <code>ERROR</code> and is refunded in full: delete it and deploy again. Resume a hibernated
            one when GPUs are free again.
          </p>
          <p>Spot is billed by the hour only. Save your work often, and not on the work disk.</p>`,
      },
      {
        id: 'firewall',
        title: 'Firewall',
        body: html`<p>
            Inbound traffic is blocked unless a rule allows it; outbound traffic is allowed until you restrict it. A new server allows SSH.
            You can change rules while the server runs; they apply within a second of being <code>active</code>.
          </p>
          ${code(x.firewall)}
          <p>
            Some servers share a public address with others. <code>sshPort</code> is the port on which SSH answers, and each rule’s
            <code>forwarding</code> lists the public ports that lead to those it opens. They stay the same until the rule is deleted, or the
            server hibernates or moves. A rule of more than 16 ports is not forwarded.
          </p>`,
      },
      {
        id: 'backups',
        title: 'Backups',
        body: html`<p>
            An option for each server, at ${backupPrice} a month: a daily copy of the system disk, at the hour you choose (Eastern Time),
            kept for one to seven days, plus up to two manual backups. The server may be interrupted briefly. Restoring a backup creates a
            new server with the same GPUs; the old one stays as it is. Deleting a server deletes its backups.
          </p>
          ${code(x.backups)}`,
      },
    ],
  };
}
