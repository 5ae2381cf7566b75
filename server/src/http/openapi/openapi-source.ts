import { hash } from 'node:crypto';
import type { DocumentSource, Endpoint } from '../../door/endpoint.ts';
import { describeApi } from './describe-api.ts';

/** The OpenAPI document as text, made when it is first asked for. */
export function openapiSource(parts: { siteUrl: string; endpoints: readonly Endpoint[] }): DocumentSource {
  let made: ReturnType<DocumentSource['get']> | undefined;
  return { get: () => (made ??= make(parts)) };
}

async function make(parts: { siteUrl: string; endpoints: readonly Endpoint[] }) {
  const body = JSON.stringify(await describeApi(parts));
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
}
