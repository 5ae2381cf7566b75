import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function quickStart({ view, code, examples: x, minimumTopup }: DocKit): Doc {
  return {
    title: 'Quick start',
    description: 'From nothing to a running GPU server, with curl, TypeScript, Python or the command line.',
    lead: 'From nothing to a running GPU server in a few commands. You need curl and jq.',
    sections: [
      {
        id: 'account',
        title: 'Create an account',
        body: html`<ol>
            <li><a href="/signup">Create an account</a> and confirm your email address.</li>
            <li>Add credit, at least ${minimumTopup}. Set a budget while you are there.</li>
            <li>Create an API key. It is shown once and works for 90 days.</li>
          </ol>
          ${code(x.realKey)}
          <p>
            All of it also works with <a href="${view.to('/docs/cli')}">the command line</a>, which asks before it spends, and with
            <a href="${view.to('/docs/sdk')}">the SDK</a> from your own programs.
          </p>
          <p>
            To try everything without an account or a card, <a href="${view.to('/docs/run')}#try">run the demo</a> on your own machine.
          </p>`,
      },
      {
        id: 'look-around',
        title: 'See what’s available',
        body: html`<p>Stock needs no key. With a key, prices are those of your account, including custom prices.</p>
          ${code(x.availability)} ${code(x.plans)}`,
      },
      {
        id: 'ssh-key',
        title: 'Add an SSH key',
        body: html`<p>
            Every write sends this site’s address in the <code>Origin</code> header, so that no other site can make a browser write on your
            behalf; without it, the request is refused.
          </p>
          ${code(x.sshKey)}`,
      },
      {
        id: 'deploy',
        title: 'Check the price, then deploy',
        body: html`<p>
            A quote creates nothing. It returns what the first hour costs, whether your credit covers it, and anything that stands in the
            way.
          </p>
          ${code(x.quote)}
          <p>
            Deploying charges the first hour to your credit. The <code>Idempotency-Key</code> makes the request safe to retry: repeated, it
            returns the same answer and creates one server, not two.
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
        id: 'program',
        title: 'From a program',
        body: html`<p>
            The same from a program: it deploys, waits, and prints where to log in. It reads the variables you set above from its
            environment.
          </p>
          ${code(x.program.exported)} ${code(x.program.typescript, 'TypeScript')} ${code(x.program.python, 'Python')}`,
      },
      {
        id: 'stop-paying',
        title: 'Clean up',
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
