import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function run({ view, code, examples: x }: DocKit): Doc {
  return {
    title: 'Run your own',
    description: 'Boreal is open-source software: run this GPU cloud on your own machines.',
    lead: 'This service runs on open-source software. If you have GPU machines, you can rent them out with it.',
    sections: [
      {
        id: 'try',
        title: 'Try it',
        body: html`<p>
            One command in a clone of the repository, on Linux or macOS with Node 20 or newer. Postgres and simulated hosts come with it.
          </p>
          ${code(x.demo)}
          <p>It creates three customers with credit. In another terminal, in the same folder, take the key of one of them:</p>
          ${code(x.demoKey)}
          <p>
            With it, the <a href="${view.to('/docs')}">quick start</a> works as it stands. What you deploy there is simulated: everything
            answers as in production, but there is no machine to log in to.
          </p>`,
      },
      {
        id: 'machines',
        title: 'On real machines',
        body: html`<p>
          Incus creates the machines, on one host or a cluster, as containers or virtual machines with their GPUs passed through;
          <code>docs/operators-guide-incus.md</code> in the repository shows how, from an empty machine to a first SSH login. On an
          OpenStack that you have, follow <code>docs/operators-guide-openstack.md</code>.
        </p>`,
      },
      {
        id: 'production',
        title: 'In production',
        body: html`<p>
            In production, Boreal needs an https address, a mail server, Stripe for cards, and a secret; Postgres is included, or bring your
            own. It refuses to start with demo-only settings, and says what is missing. <code>docs/operators-guide.md</code> in the
            repository leads from a bare machine to the first customer who pays, in order.
          </p>
          ${code(x.runProduction)}
          <p>Enter who you are: it appears on invoices and on this site’s privacy and terms pages. Then check the ledger:</p>
          ${code(x.runCompany)}`,
      },
      {
        id: 'grow',
        title: 'When it grows',
        body: html`<p>
          API and worker are the same program with <code>BOREAL_ROLE=api</code> or <code>worker</code>, as many of each as you need, on one
          database. Load balancers check <code>/healthz</code> and <code>/readyz</code>.
        </p>`,
      },
    ],
  };
}
