import { CALLS_PER_MINUTE, QUOTE_SECONDS } from '@boreal/contract/agents/agents.ts';
import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { tools } from '../tools.ts';

/** The site for language models: what it is, where to go, and what to read only if the context allows. */
export function llmsText(siteUrl: string): string {
  const base = `${siteUrl}/api`;
  return `# Boreal

> A GPU cloud in Canada. Rent GPU servers by the hour, month or year through a REST API, an MCP endpoint for agents and a web console. All prices are in Canadian dollars (CAD) before tax.

A server is billed by the hour from prepaid credit (at least ${MINIMUM_TOPUP_CAD} CAD at a time), or paid ahead for a month or a year. A stopped server is billed; a hibernated one is not. Agents spend in two steps: a quote gives a price and a single-use token that is valid ${QUOTE_SECONDS / 60} minutes, and confirming it spends exactly that.

## For agents

- [MCP endpoint](${base}/mcp): ${tools.length} tools over Streamable HTTP; needs an MCP key as bearer token, ${CALLS_PER_MINUTE} calls a minute
- [MCP server card](${siteUrl}/.well-known/mcp.json): protocol versions, authentication and confirmation of spending, as JSON
- [MCP keys](${siteUrl}/console/agents): where a person makes a key, with permissions and spending caps
- [Connecting a client](${siteUrl}/docs/agents): what to paste into common MCP clients, quotes, caps and approvals

## REST API

- [OpenAPI description](${base}/v1/openapi.json): every endpoint, shape and error code
- [Availability](${base}/v1/availability): which GPU models and sizes can be deployed right now, without a key
- [Prices](${siteUrl}/gpus): every GPU model with its hourly, spot, monthly and annual price
- [REST reference](${siteUrl}/docs/api): every operation with parameters, answers, errors and a curl example
- [Errors](${siteUrl}/docs/errors): every code and what to do about it

## Console

- [Sign up](${siteUrl}/signup): open an account
- [Billing](${siteUrl}/console/billing): credit, cards, budgets, invoices

## Optional

- [Documentation](${siteUrl}/docs): quick start, servers, billing and budgets, limits
- [Status](${siteUrl}/status): what this installation says of itself right now
`;
}
