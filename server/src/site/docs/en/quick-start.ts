import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function quickStart({ view, code, examples: x, minimumTopup }: DocKit): Doc {
  return {
    title: 'Quick start',
    description: 'From nothing to a running GPU server with curl, on the demo or with a real account.',
    lead: 'From nothing to a running GPU server in a few commands. You need curl and jq.',
    sections: [
      {
        id: 'try-the-demo',
        title: 'Try it without an account',
        body: html`<p>Boreal runs on your own machine with simulated GPU hosts. In a clone of its repository, with Node 20 or newer:</p>
          ${code(x.demo)}
          <p>It makes three customers with credit. In another terminal, in the same folder:</p>
          ${code(x.demoKey)}
          <p>What you deploy there is simulated: everything answers as in production, but there is no machine to log in to.</p>`,
      },
      {
        id: 'real-account',
        title: 'Or with a real account',
        body: html`<ol>
            <li><a href="/signup">Create an account</a> and confirm your email address.</li>
            <li>Add credit: ${minimumTopup} at the least. Set a budget while you are there.</li>
            <li>Make an API key. Its text is shown once; it works for 90 days.</li>
          </ol>
          ${code(x.realKey)}`,
      },
      {
        id: 'look-around',
        title: 'See what there is',
        body: html`<p>Stock needs no key. Prices with a key are yours, also where you have your own.</p>
          ${code(x.availability)} ${code(x.plans)}`,
      },
      {
        id: 'ssh-key',
        title: 'Add an SSH key',
        body: html`<p>A write names the site it comes from in the <code>Origin</code> header; without it, it is refused.</p>
          ${code(x.sshKey)}`,
      },
      {
        id: 'deploy',
        title: 'Ask the price, then deploy',
        body: html`<p>
            The quote creates nothing. It says what the first hour costs, whether your credit covers it, and what stands in the way.
          </p>
          ${code(x.quote)}
          <p>
            Deploying takes the first hour from your credit. The <code>Idempotency-Key</code> makes it safe to repeat: the same request gets
            the same answer and one server, not two.
          </p>
          ${code(x.deploy)} ${code(x.wait)}`,
      },
      {
        id: 'log-in',
        title: 'Log in',
        body: html`<p>The user is the image’s: <code>ubuntu</code> on Ubuntu.</p>
          ${code(x.login)}`,
      },
      {
        id: 'stop-paying',
        title: 'Stop paying',
        body: html`<p>Hibernate it to keep its system disk for later, or delete it with everything on it.</p>
          ${code(x.hibernate)} ${code(x.remove)}
          <p>
            Read on: <a href="${view.to('/docs/servers')}">what servers can do</a> and
            <a href="${view.to('/docs/billing')}">how they are billed</a>.
          </p>`,
      },
    ],
  };
}
