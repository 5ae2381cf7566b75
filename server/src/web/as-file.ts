import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredLocale } from '../kit/locale.ts';

/** Answers with a file for a spreadsheet (`….csv`) or a program (`….json`), streamed while it is made. It must not be cached. */
export function asFile(reply: FastifyReply, { name, file }: { name: string; file: AsyncGenerator<string> }): FastifyReply {
  const kind = name.endsWith('.csv') ? 'text/csv' : 'application/json';
  return reply
    .header('content-type', `${kind}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(file));
}

/** A link cannot send the header with the language of the console's page. */
export function languageOf(request: FastifyRequest) {
  return preferredLocale(request.headers['accept-language']);
}
