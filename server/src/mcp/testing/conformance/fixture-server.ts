import { McpServer, type ServerEventBus } from '@modelcontextprotocol/server';
import { addAskingTools } from './asking-tools.ts';
import { addContentTools } from './content-tools.ts';
import { addDiagnosticTools } from './diagnostic-tools.ts';
import { addInputRequiredTools } from './input-required-tools.ts';
import { addPrompts } from './prompts.ts';
import { states } from './request-states.ts';
import { addResources } from './resources.ts';

const CACHED = { ttlMs: 60_000, cacheScope: 'public' } as const;

/** A server with the tools, prompts and resources that the official conformance suite calls by name, and none of Boreal's. */
export function createFixtureServer(changes: ServerEventBus): McpServer {
  const server = new McpServer(
    { name: 'boreal-conformance-fixtures', version: '1.0.0' },
    {
      capabilities: { logging: {}, resources: { subscribe: true } },
      requestState: { verify: states.verify },
      cacheHints: {
        'tools/list': CACHED,
        'prompts/list': CACHED,
        'resources/list': CACHED,
        'resources/templates/list': CACHED,
        'resources/read': CACHED,
      },
    },
  );
  addContentTools(server);
  addAskingTools(server);
  addInputRequiredTools(server);
  addDiagnosticTools(server, changes);
  addPrompts(server);
  addResources(server);
  return server;
}
