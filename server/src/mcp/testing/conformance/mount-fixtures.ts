import { createMcpHandler, InMemoryServerEventBus } from '@modelcontextprotocol/server';
import type { McpDoorParts } from '../../mcp-door.ts';
import { createFixtureServer } from './fixture-server.ts';
import { withSessions } from './session-protocol.ts';

/** What a door needs to serve the suite's fixtures instead of Boreal's tools: a request takes the same path through the code. */
export function mountFixtures({ sessions }: { sessions: boolean }): Required<Pick<McpDoorParts, 'serve' | 'protocol'>> {
  const bus = new InMemoryServerEventBus();
  return {
    serve: () => createFixtureServer(bus),
    protocol: (factory, options) => {
      const handler = createMcpHandler(factory, { ...options, bus });
      return sessions ? withSessions(handler, factory) : handler;
    },
  };
}
