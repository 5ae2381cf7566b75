import { fromJsonSchema, inputRequired, type McpServer, type ServerEventBus } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './content-tools.ts';

/** Tools with which the suite checks headers, schemas, capabilities, streams and changes. */
export function addDiagnosticTools(server: McpServer, changes: ServerEventBus): void {
  server.registerTool('test_missing_capability', { description: 'Needs the model of the client.' }, () =>
    inputRequired({
      inputRequests: {
        question: inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: 'Are you there?' } }],
          maxTokens: 10,
        }),
      },
    }),
  );
  server.registerTool('test_streaming_elicitation', { description: 'Reports, then asks the person at the client.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? mcpReq.id;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
    return inputRequired({
      inputRequests: { go_on: inputRequired.elicit({ message: 'Go on?', requestedSchema: z.object({ yes: z.boolean() }) }) },
    });
  });
  server.registerTool('test_logging_tool', { description: 'Logs, for whoever asked for it.' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'This is heard only by who set a level.');
    return text('Logged.');
  });
  server.registerTool('test_trigger_tool_change', { description: 'Tells of a change of the tools.' }, () => {
    changes.publish({ kind: 'tools_list_changed' });
    return text('Told.');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Tells of a change of the prompts.' }, () => {
    changes.publish({ kind: 'prompts_list_changed' });
    return text('Told.');
  });
  server.registerTool(
    'test_header_parameter',
    {
      description: 'Takes an argument that a header repeats.',
      inputSchema: z.object({ greeting: z.string().meta({ 'x-mcp-header': 'Greeting' }) }),
    },
    ({ greeting }) => text(greeting),
  );
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Takes what only JSON Schema 2020-12 can say.', inputSchema: fromJsonSchema(CONTACT) },
    () => text('Taken.'),
  );
}

/** As the suite's scenario of this name prints it. */
const CONTACT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- it is the keyword of the schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};
