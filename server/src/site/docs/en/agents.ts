import { CALLS_PER_MINUTE, QUOTE_SECONDS, SPENDING_CALLS_PER_MINUTE } from '@boreal/contract/agents.ts';
import { html } from 'hono/html';
import { toolsFor } from '../agent-tools-list.ts';
import type { Doc, DocKit } from '../doc.ts';

export function agents({ view, code, examples: x, clientSetups }: DocKit): Doc {
  return {
    title: 'Agents (MCP)',
    description: 'Connect an agent by the Model Context Protocol, with permissions, caps, quotes and approvals.',
    lead: 'Let an agent rent and run servers, and know beforehand what it can spend.',
    sections: [
      {
        id: 'key',
        title: 'Make a key for it',
        body: html`<p>
            In the console, under <a href="/console/agents">Agents</a>, make an MCP key. It begins with <code>svc_mcp_</code>, works for 90
            days and only for agents; REST keys are refused here and this one there. Decide what it may do:
          </p>
          <ul>
            <li>
              <strong>Permissions</strong>: launch servers, delete, charge the saved card. Without any, it reads and writes to support,
              nothing else. A key never does more than the role of whoever made it allows.
            </li>
            <li>
              <strong>Caps</strong>: hourly rate of one server, of all together, servers at a time, credit a month, one card charge, charges
              a month.
            </li>
            <li>
              <strong>Approval</strong>: what costs more than a price that you choose waits until a person approves it. An approval covers
              one such spending of up to its amount, for a day.
            </li>
          </ul>
          <p>Each permission opens these tools; those that need two stand under both:</p>
          <ul>
            <li><strong>Launch</strong>: ${toolsFor('launch')}.</li>
            <li><strong>Delete</strong>: ${toolsFor('delete')}.</li>
            <li><strong>Charge the card</strong>: ${toolsFor('charge')}.</li>
          </ul>
          <p>
            When whoever made a key leaves the account, or gets a role that could not make it, the key ends, unless the owner who removes
            them takes it over. Servers that it launched go on.
          </p>`,
      },
      {
        id: 'clients',
        title: 'Connect a client',
        body: html`<p>The endpoint is <code>${view.siteUrl}/api/mcp</code>, over Streamable HTTP. Put your key in place of the dots.</p>
          ${clientSetups()}
          <p>Or without a client:</p>
          ${code(x.mcpCall)}`,
      },
      {
        id: 'spending',
        title: 'Quote, then confirm',
        body: html`<p>Tools that cost money are called twice. The first call answers the price and a token, and spends nothing:</p>
          ${code(x.mcpQuote)}
          <p>
            The second, with the same arguments and the token, spends that, or less where less is left of a paid term. A token is good once,
            for ${String(QUOTE_SECONDS / 60)} minutes, for one key, tool, arguments and price. Repeating a confirmation answers the first
            result again.
          </p>
          ${code(x.mcpConfirm)}`,
      },
      {
        id: 'caps',
        title: 'At a cap',
        body: html`<p>
          At a cap nothing new is launched, whichever way the agent tries: it is checked where the money moves. If you choose so, servers of
          the key hibernate when their next hour would pass it. An agent can lower limits, never raise them, can make no keys, and what it
          orders ends with its term until a person lets it renew.
        </p>`,
      },
      {
        id: 'errors',
        title: 'Errors and limits',
        body: html`<p>
            Answers say everything twice: as <code>structuredContent</code>, and as text, a sentence and then the same facts as JSON, for
            clients that show their model the text alone. A refusal is an answer with <code>isError</code>;
            <code>structuredContent.error</code> has the code, whether to try again and when, and <code>accountAction</code> with a link for
            you. A key has ${String(CALLS_PER_MINUTE)} calls a minute, ${String(SPENDING_CALLS_PER_MINUTE)} of which may spend.
            <a href="${view.to('/docs/errors')}">All codes</a>.
          </p>
          <p>
            The header <code>X-MCP-Toolsets: servers, billing</code> narrows the list to the groups that it names (<code>catalog</code>,
            <code>servers</code>, <code>ssh_keys</code>, <code>billing</code>, <code>account</code> or <code>all</code>);
            <code>X-MCP-Readonly: true</code> narrows it to reading.
          </p>
          <p>
            Programs find the endpoint by <a href="/.well-known/mcp.json">/.well-known/mcp.json</a>, language models by
            <a href="/llms.txt">/llms.txt</a>.
          </p>`,
      },
    ],
  };
}
