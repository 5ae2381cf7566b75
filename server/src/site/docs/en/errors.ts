import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function errors({ code, examples: x, errorTable }: DocKit): Doc {
  return {
    title: 'Errors',
    description: 'The shape of a refusal, every code with its status, and what to do about it.',
    lead: 'A refusal says what happened, what to do next, and has a code that does not change.',
    sections: [
      {
        id: 'shape',
        title: 'Shape',
        body: html`<p>
            <code>error</code> is for programs: branch on it, never on <code>message</code>, which is for people and in French when
            <code>Accept-Language</code> prefers it. When a person has to act first (401, 402), <code>accountAction</code> has the sentence
            and the link. Every response has an <code>X-Request-Id</code>; give it to support to find the request.
          </p>
          ${code(x.errorBody)}`,
      },
      { id: 'codes', title: 'Codes', body: errorTable() },
      {
        id: 'again',
        title: 'Retrying',
        body: html`<p>
          A refused request changed nothing. After 429, wait for <code>Retry-After</code>; after 500, 503 or a lost connection, repeat the
          request, writes with the same <code>Idempotency-Key</code>. 400, 401, 403 and 404 stay as they are until you change something.
        </p>`,
      },
    ],
  };
}
