import { SERVER_USAGE_CSV, SERVER_USAGE_JSON } from '@boreal/contract/api/console-files.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { Language } from '@boreal/contract/words/language.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serverUsageAsCsv, serverUsageAsJson } from '../core/fleet/servers/views/server-usage-file.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { notFound } from '../kit/errors.ts';
import { validate } from '../kit/validate.ts';
import { asFile, languageOf } from './as-file.ts';
import type { Gate } from './console-gate.ts';

const Path = z.object({ id: IdText });
const Query = z.object({ language: Language.optional() });

/** Mounts a server's hourly billing as files for a spreadsheet and for a program. */
export function serverUsageFiles(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  app.get(SERVER_USAGE_CSV.path, async (request, reply) => {
    const ctx = await gate(request, reply, SERVER_USAGE_CSV);
    const serverId = serverIn(request.params);
    const { language = languageOf(request) } = validate(Query, request.query);
    return asFile(reply, { name: `usage-${serverId}.csv`, file: await serverUsageAsCsv(ctx, { serverId, language }) });
  });
  app.get(SERVER_USAGE_JSON.path, async (request, reply) => {
    const ctx = await gate(request, reply, SERVER_USAGE_JSON);
    const serverId = serverIn(request.params);
    validate(Query, request.query);
    return asFile(reply, { name: `usage-${serverId}.json`, file: await serverUsageAsJson(ctx, { serverId }) });
  });
}

function serverIn(params: unknown): string {
  const path = Path.safeParse(params);
  if (!path.success) throw notFound('server');
  return path.data.id;
}
