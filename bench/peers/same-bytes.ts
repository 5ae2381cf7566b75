// A bare Fastify that answers one path with given bytes: a body, and headers that need no computing.
import { fastify } from 'fastify';

const path = process.env['BENCH_PATH'] ?? '/';
const body = process.env['BENCH_BODY'] ?? '';

const head: Record<string, string> = JSON.parse(process.env['BENCH_HEAD'] ?? '{}');

const app = fastify();
app.get(path, (_request, reply) => reply.headers(head).send(body));
await app.listen({ port: Number(process.env['BENCH_PORT']), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
