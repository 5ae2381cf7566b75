import type { ElicitRequestFormParams, ElicitResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './content-tools.ts';

/**
 * Tools that ask their client something during a call, as the protocol allows up to 2025. The answer arrives in another request. A question
 * must name the call it belongs to; otherwise the library sends it through the session's own stream, and loses it if the client has not
 * opened that stream yet.
 */
export function addAskingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      if (!server.server.getClientCapabilities()?.sampling) throw new Error('This client has no model to ask.');
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 }, { relatedRequestId: mcpReq.id });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person at the client.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const told = await mcpReq.elicitInput({ message, requestedSchema: PERSON }, { relatedRequestId: mcpReq.id });
      return text(`User response: ${outcome(told)}`);
    },
  );
  server.registerTool('test_elicitation_sep1034_defaults', { description: 'Asks with a default for each field.' }, async ({ mcpReq }) => {
    const told = await mcpReq.elicitInput(
      { message: 'Please look through these defaults.', requestedSchema: DEFAULTS },
      { relatedRequestId: mcpReq.id },
    );
    return text(`Elicitation completed: ${outcome(told)}`);
  });
  server.registerTool('test_elicitation_sep1330_enums', { description: 'Asks to choose, in five ways.' }, async ({ mcpReq }) => {
    const told = await mcpReq.elicitInput({ message: 'Please choose.', requestedSchema: CHOICES }, { relatedRequestId: mcpReq.id });
    return text(`Elicitation completed: ${outcome(told)}`);
  });
}

type Form = ElicitRequestFormParams['requestedSchema'];

const PERSON: Form = {
  type: 'object',
  properties: {
    username: { type: 'string', description: `User's response` },
    email: { type: 'string', description: `User's email address` },
  },
  required: ['username', 'email'],
};

const DEFAULTS: Form = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const THREE = ['option1', 'option2', 'option3'];
const titled = (kind: string) =>
  ['First', 'Second', 'Third'].map((place, index) => ({ const: `value${index + 1}`, title: `${place} ${kind}` }));

const CHOICES: Form = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: THREE },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: THREE } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
};

function outcome({ action, content }: ElicitResult): string {
  return `action=${action}, content=${JSON.stringify(content ?? {})}`;
}
