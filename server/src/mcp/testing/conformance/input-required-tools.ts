import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type InputRequest,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './content-tools.ts';
import { states } from './request-states.ts';

const Named = z.object({ name: z.string() });
const Confirmed = z.object({ ok: z.boolean() });
const Coloured = z.object({ color: z.string() });

/** Tools that need input from their client first, in the protocol's form of 2026: the call ends, and is repeated with the answers. */
export function addInputRequiredTools(server: McpServer): void {
  server.registerTool('test_input_required_result_elicitation', { description: 'Asks for a name.' }, ({ mcpReq }) => {
    const named = acceptedContent(mcpReq.inputResponses, 'user_name', Named);
    return named ? text(`Hello, ${named.name}!`) : inputRequired({ inputRequests: { user_name: askName('What is your name?') } });
  });
  server.registerTool('test_input_required_result_sampling', { description: 'Asks the model of the client.' }, ({ mcpReq }) => {
    const told = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (told.kind === 'sampling') return text(JSON.stringify(told.result.content));
    return inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
  });
  server.registerTool('test_input_required_result_list_roots', { description: 'Asks for the roots of the client.' }, ({ mcpReq }) => {
    const told = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (told.kind === 'roots') return text(told.roots.map(({ uri }) => uri).join(' '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  server.registerTool('test_input_required_result_request_state', { description: 'Asks, and knows again what it asked.' }, signedQuestion);
  server.registerTool(
    'test_input_required_result_tampered_state',
    { description: 'Asks, and refuses what it never said.' },
    signedQuestion,
  );
  server.registerTool('test_input_required_result_multiple_inputs', { description: 'Asks three things at once.' }, async ({ mcpReq }) => {
    const { inputResponses } = mcpReq;
    const named = acceptedContent(inputResponses, 'user_name', Named);
    const greeting = inputResponse(inputResponses, 'greeting');
    const roots = inputResponse(inputResponses, 'client_roots');
    if (mcpReq.requestState() !== undefined && named && greeting.kind === 'sampling' && roots.kind === 'roots') {
      return text(`${named.name} has ${roots.roots.length} roots.`);
    }
    return inputRequired({
      inputRequests: {
        user_name: askName('What is your name?'),
        greeting: askModel('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ round: 1 }),
    });
  });
  server.registerTool('test_input_required_result_multi_round', { description: 'Asks twice.' }, async ({ mcpReq }) => {
    const round = mcpReq.requestState<{ round: number }>()?.round ?? 0;
    const named = acceptedContent(mcpReq.inputResponses, 'step1', Named);
    const coloured = acceptedContent(mcpReq.inputResponses, 'step2', Coloured);
    if (round === 2 && coloured) return text(`It is ${coloured.color}.`);
    const step2 = inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema: Coloured });
    if (round === 1 && named) return inputRequired({ inputRequests: { step2 }, requestState: await states.mint({ round: 2 }) });
    const step1 = askName('Step 1: What is your name?');
    return inputRequired({ inputRequests: { step1 }, requestState: await states.mint({ round: 1 }) });
  });
  server.registerTool('test_input_required_result_capabilities', { description: 'Asks only what the client can be asked.' }, () => {
    const can = server.server.getClientCapabilities();
    const asked: Record<string, InputRequest> = {
      ...(can?.elicitation && { user_name: askName('What is your name?') }),
      ...(can?.sampling && { greeting: askModel('Generate a greeting') }),
    };
    return Object.keys(asked).length > 0 ? inputRequired({ inputRequests: asked }) : text('There is nobody to ask.');
  });
}

async function signedQuestion({ mcpReq }: ServerContext) {
  const confirmed = acceptedContent(mcpReq.inputResponses, 'confirm', Confirmed);
  if (confirmed && mcpReq.requestState<{ round: number }>()?.round === 1) return text('state-ok');
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: Confirmed }) },
    requestState: await states.mint({ round: 1 }),
  });
}

function askName(message: string): InputRequest {
  return inputRequired.elicit({ message, requestedSchema: Named });
}

function askModel(question: string): InputRequest {
  return inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens: 100 });
}
