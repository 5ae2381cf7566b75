import { setTimeout } from 'node:timers/promises';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { PNG, WAV } from './sample-media.ts';

/** The suite expects messages to arrive one by one while a tool works. */
const STEP_MS = 50;

export const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });

/** Tools that answer with each kind of content, report progress, or fail. */
export function addContentTools(server: McpServer): void {
  server.registerTool('test_simple_text', { description: 'Answers a text.' }, () => text('This is a simple text response for testing.'));
  server.registerTool('test_image_content', { description: 'Answers an image.' }, () => ({
    content: [{ type: 'image', data: PNG, mimeType: 'image/png' }],
  }));
  server.registerTool('test_audio_content', { description: 'Answers a sound.' }, () => ({
    content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_embedded_resource', { description: 'Answers a resource.' }, () => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
      },
    ],
  }));
  server.registerTool('test_multiple_content_types', { description: 'Answers a text, an image and a resource.' }, () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }));
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_logging', { description: 'Tells what it does in the log.' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await setTimeout(STEP_MS);
    await mcpReq.log('info', 'Tool processing data');
    await setTimeout(STEP_MS);
    await mcpReq.log('info', 'Tool execution completed');
    return text('Three lines were logged.');
  });
  server.registerTool('test_tool_with_progress', { description: 'Tells how far it is.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await setTimeout(STEP_MS);
    }
    return text('All of it is done.');
  });
}
