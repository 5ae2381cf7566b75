import { LABELS_MAX } from '@boreal/contract/server-description.ts';
import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function servers({ view, code, examples: x, statusTable, backupPrice }: DocKit): Doc {
  return {
    title: 'Servers',
    description: 'The life of a server: statuses, actions, hibernation, spot, disks, firewall and backups.',
    lead: 'What a server is, what it goes through, and what is kept when.',
    sections: [
      {
        id: 'lifecycle',
        title: 'Life of a server',
        body: html`<p>
            A request says what you want and is accepted at once; the work follows. Meanwhile <code>task</code> says what is being done,
            <code>status</code> stays what it was, and <code>allowedActions</code> is empty. Read the server again until
            <code>task</code> is <code>null</code>.
          </p>
          ${statusTable()}
          <p>Deleting works in every status, at once and for good.</p>`,
      },
      {
        id: 'names',
        title: 'Names, labels and notes',
        body: html`<p>
          In the console, people rename a server, label it (<code>project=vision</code>, up to ${LABELS_MAX} labels) and write a note about
          it; the list of servers is filtered by a label. A name has at most 100 characters. Lists, history and charges show the new one;
          the machine keeps the hostname that it was made with, and invoices that were issued stay as they are.
        </p>`,
      },
      {
        id: 'hibernation',
        title: 'Hibernation',
        body: html`<p>
            Hibernating powers the server off, keeps its system disk and gives up its GPUs and its address. Billing ends with the hour that
            is paid. Restoring it is a new placement: it needs GPUs in stock and credit for an hour, and it gets a new address.
          </p>
          ${code(x.hibernate)}
          <p>
            The work disk is for what can be made again: it is in no backup, and may be empty after hibernation. Servers hibernate by
            themselves when a <a href="${view.to('/docs/billing')}#budgets">budget</a> or the credit ends.
          </p>`,
      },
      {
        id: 'spot',
        title: 'Spot',
        body: html`<p>
            A spot server costs less and uses GPUs that nobody needs on demand right now. When somebody does, it is hibernated without
            notice: its system disk stays, the unused part of its hour is refunded, and you get a mail. A spot server that was still being
            made is removed and refunded whole. Restore it when there are free GPUs again.
          </p>
          <p>Spot is billed by the hour only. Save your work often, outside the work disk.</p>`,
      },
      {
        id: 'firewall',
        title: 'Firewall',
        body: html`<p>
            What is not allowed in is refused; what goes out is free until you restrict it. A new server lets SSH in. Rules can be changed
            while the server runs and hold within a second of being <code>active</code>.
          </p>
          ${code(x.firewall)}
          <p>
            Some servers share a public address with others. <code>sshPort</code> says on which port of it SSH answers, and each rule's
            <code>forwarding</code> which ports lead to those that it opens: up to 16 of a rule. They stay the same until the rule is
            deleted, or the server hibernates or moves.
          </p>`,
      },
      {
        id: 'backups',
        title: 'Backups',
        body: html`<p>
            An option of each server, ${backupPrice} a month: a copy of the system disk every day at an hour of Eastern time that you
            choose, kept one to seven days, and up to two that you make by hand. The server may be interrupted briefly. Restoring makes a
            new server with the same GPUs; the old one stays as it is. Deleting a server deletes its backups.
          </p>
          ${code(x.backups)}`,
      },
    ],
  };
}
