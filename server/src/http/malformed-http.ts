import type { Socket } from 'node:net';
import { doorIssue, type DoorIssue } from '../door/door-messages.ts';
import { errorAnswer } from '../core/ground/error-answer.ts';
import { answerHeaders } from './answer-headers.ts';

/** Answers bytes that are not an HTTP request, and so reach no route and have no headers that name a language. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Socket, parts: { siteUrl: string; requestId: string }): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const body = JSON.stringify(errorAnswer(doorIssue(issueOf(error.code)), { locale: 'en', ...parts }));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    'Content-Language: en',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${parts.requestId}`,
    ...Object.entries(answerHeaders(parts.siteUrl)).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function issueOf(code: string | undefined): DoorIssue {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'late';
  return 'malformed';
}
