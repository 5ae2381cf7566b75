import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function run({ code, examples: x }: DocKit): Doc {
  return {
    title: 'Run your own',
    description: 'Boreal is free software: run this GPU cloud on machines of your own.',
    lead: 'What you are looking at is free software. If you have GPU machines, you can rent them out with it.',
    sections: [
      {
        id: 'try',
        title: 'Try it',
        body: html`<p>
            One command in a clone of the repository, on Linux or macOS with Node 20 or newer. Postgres and simulated hosts come with it.
          </p>
          ${code(x.demo)}`,
      },
      {
        id: 'machines',
        title: 'On real machines',
        body: html`<p>
          Machines are made by Incus, on one host or a cluster, as containers or virtual machines with their GPUs passed through. The
          repository’s
          <code>docs/operators-guide-incus.md</code> tells how, from an empty machine to a GPU that somebody has logged in to.
        </p>`,
      },
      {
        id: 'production',
        title: 'In production',
        body: html`<p>
            Production wants a Postgres of its own, an address with https, a mail server, Stripe for cards, and a secret. It refuses to
            start on what is only for the demo, and says what is missing.
          </p>
          ${code(x.runProduction)}
          <p>Say who you are: it stands on invoices, and on this site’s privacy and terms pages. Then look at the money:</p>
          ${code(x.runCompany)}`,
      },
      {
        id: 'grow',
        title: 'When it grows',
        body: html`<p>
          API and worker are the same program with <code>BOREAL_ROLE=api</code> or <code>worker</code>, as many of each as you need on one
          database. Load balancers ask <code>/healthz</code> and <code>/readyz</code>.
        </p>`,
      },
    ],
  };
}
