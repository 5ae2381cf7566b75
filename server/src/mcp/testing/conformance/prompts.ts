import { acceptedContent, completable, inputRequired, type McpServer, type PromptMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PNG } from './sample-media.ts';

const Context = z.object({ context: z.string() });
const WORDS = ['paris', 'park', 'party', 'test', 'testing'];

/** Prompts with each kind of content, one whose arguments can be completed, and one that asks first. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'A sentence.' }, () => ({
    messages: [says('This is a simple prompt for testing.')],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'A sentence with two words of yours.',
      argsSchema: z.object({ arg1: completable(z.string(), begun), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource, and what to do with it.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        says('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image, and what to do with it.' }, () => ({
    messages: [{ role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } }, says('Please analyze the image above.')],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks what it is about.' }, ({ mcpReq }) => {
    const told = acceptedContent(mcpReq.inputResponses, 'user_context', Context);
    if (told) return { messages: [says(`It is about ${told.context}.`)] };
    const question = inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema: Context });
    return inputRequired({ inputRequests: { user_context: question } });
  });
}

function says(text: string): PromptMessage {
  return { role: 'user', content: { type: 'text', text } };
}

function begun(start: string): string[] {
  return WORDS.filter((word) => word.startsWith(start));
}
