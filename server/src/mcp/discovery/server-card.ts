import { QUOTE_SECONDS } from '@boreal/contract/agents/agents.ts';
import { keyTextPrefixes } from '@boreal/contract/people/keys.ts';
import { SERVER_TITLE, SERVER_VERSION } from '../mcp-server.ts';
import { tools } from '../tools.ts';

/** The protocol revisions that the endpoint supports, newest first. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** What a program may know about the agent endpoint before it has a key. */
export function serverCard(siteUrl: string) {
  const base = `${siteUrl}/api`;
  const owner = reverseHost(siteUrl);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${owner}/boreal`,
    version: SERVER_VERSION,
    title: SERVER_TITLE,
    description: 'Rent GPU servers in Canada: quote, deploy, run, back up and pay within caps.',
    websiteUrl: siteUrl,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: PROTOCOL_VERSIONS,
        headers: [
          {
            name: 'Authorization',
            value: 'Bearer {mcp_key}',
            description: 'An MCP key, made in the console. REST keys are refused.',
            isRequired: true,
            isSecret: true,
            variables: {
              mcp_key: { description: `Begins with ${keyTextPrefixes.mcp}`, isRequired: true, isSecret: true },
            },
          },
        ],
      },
    ],
    _meta: {
      [`${owner}/service`]: {
        console: `${siteUrl}/console`,
        keys: `${siteUrl}/console/agents`,
        openapi: `${base}/v1/openapi.json`,
        llms: `${siteUrl}/llms.txt`,
        currency: 'CAD',
        tools: tools.length,
        confirmation: { type: 'quote-token', validSeconds: QUOTE_SECONDS, singleUse: true },
      },
    },
  };
}

/** `gpu.example.com` in the form that server names have: `com.example.gpu`. */
function reverseHost(siteUrl: string): string {
  return new URL(siteUrl).hostname.split('.').toReversed().join('.');
}
