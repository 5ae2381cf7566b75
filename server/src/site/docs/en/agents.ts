import { CALLS_PER_MINUTE, QUOTE_SECONDS, SPENDING_CALLS_PER_MINUTE, SUPPORT_CALLS_PER_MINUTE } from '@boreal/contract/agents/agents.ts';
import { html } from 'hono/html';
import { toolsFor } from '../agent-tools-list.ts';
import type { Doc, DocKit } from '../doc.ts';

export function agents({ view, code, examples: x, clientSetups }: DocKit): Doc {
  return {
    title: 'Agents (MCP)',
    description: 'Connect an agent over the Model Context Protocol, with permissions, caps, quotes and approvals.',
    lead: 'Let an agent rent and run servers, and know in advance what it can spend.',
    sections: [
      {
        id: 'key',
        title: 'Create a key',
        body: html`<p>
            In the console, under <a href="/console/agents">Agents</a>, create an MCP key. It starts with <code>svc_mcp_</code>, works for
            90 days, and only here: the REST API refuses it, and this endpoint refuses REST keys. Decide what it may do:
          </p>
          <ul>
            <li>
              <strong>Permissions</strong>: launch servers, delete, charge the saved card. Without any, it can only view the account and
              contact support. A key can never do more than the role of the person who created it.
            </li>
            <li>
              <strong>Caps</strong>: hourly rate of one server, of all together, servers at a time, credit a month, one card charge, charges
              a month.
            </li>
            <li>
              <strong>Approval</strong>: anything above a price you choose waits until a person approves it. An approval covers one such
              charge, up to its amount, for a day.
            </li>
          </ul>
          <p>Each permission allows these tools; tools that need two are listed under both:</p>
          <ul>
            <li><strong>Launch</strong>: ${toolsFor('launch')}.</li>
            <li><strong>Delete</strong>: ${toolsFor('delete')}.</li>
            <li><strong>Charge the card</strong>: ${toolsFor('charge')}.</li>
          </ul>
          <p>
            When the person who created a key leaves the account, or gets a role that could not create it, the key stops working, unless the
            owner who removes them takes it over. Servers it launched keep running.
          </p>`,
      },
      {
        id: 'clients',
        title: 'Connect a client',
        body: html`<p>The endpoint is <code>${view.siteUrl}/api/mcp</code>, over Streamable HTTP. Replace the dots with your key.</p>
          ${clientSetups()}
          <p>Or without a client:</p>
          ${code(x.mcpCall)}`,
      },
      {
        id: 'spending',
        title: 'Quote, then confirm',
        body: html`<p>Tools that cost money are called twice. The first call returns the price and a token, and spends nothing:</p>
          ${code(x.mcpQuote)}
          <p>
            The second, with the same arguments and the token, spends that amount, or less where less is left of a paid term. A token works
            once, for ${String(QUOTE_SECONDS / 60)} minutes, for one key, tool, set of arguments and price. Repeating a confirmation returns
            the first result again.
          </p>
          ${code(x.mcpConfirm)}
          <p>
            Tools that end a server for good (<code>svc_delete_server</code>, <code>svc_cancel_server</code>) do nothing without
            <code>confirmName</code>: they answer <code>whatFollows</code>, what is lost and what is refunded, for you to read. With the
            server’s name they do it; with <code>shown</code>, which they answered too, only if what follows is still the same. What
            hibernating loses is in <code>atStake</code> of <code>svc_get_server</code>.
          </p>`,
      },
      {
        id: 'caps',
        title: 'At a cap',
        body: html`<p>
          At a cap, nothing new is launched, whichever way the agent tries: caps are checked where the money moves. If you choose so,
          servers launched by the key hibernate when their next hour would exceed it. An agent can lower limits but never raise them, cannot
          create keys, and what it orders ends with its term unless a person turns renewal on.
        </p>`,
      },
      {
        id: 'errors',
        title: 'Errors and limits',
        body: html`<p>
            Responses contain everything twice: as <code>structuredContent</code>, and as text, a sentence and then the same facts as JSON,
            for clients that show only the text to their model. A refusal is a response with <code>isError</code>;
            <code>structuredContent.error</code> has the code, whether and when to retry, and <code>accountAction</code> with a link for
            you. A key has ${String(CALLS_PER_MINUTE)} calls a minute, ${String(SPENDING_CALLS_PER_MINUTE)} of which may spend and
            ${String(SUPPORT_CALLS_PER_MINUTE)} may contact support. <a href="${view.to('/docs/errors')}">All codes</a>.
          </p>
          <p>
            The header <code>X-MCP-Toolsets: servers, billing</code> narrows the list to the groups it names (<code>catalog</code>,
            <code>servers</code>, <code>ssh_keys</code>, <code>billing</code>, <code>account</code> or <code>all</code>);
            <code>X-MCP-Readonly: true</code> narrows it to read-only tools.
          </p>
          <p>
            Programs find the endpoint through <a href="/.well-known/mcp.json">/.well-known/mcp.json</a>, language models through
            <a href="/llms.txt">/llms.txt</a>.
          </p>`,
      },
    ],
  };
}
