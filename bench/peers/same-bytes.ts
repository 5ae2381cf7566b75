// A bare Fastify that answers one path with given bytes.
import { fastify } from 'fastify';

const path = process.env['BENCH_PATH'] ?? '/';
const body = process.env['BENCH_BODY'] ?? '';

const app = fastify();
app.get(path, (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body));
await app.listen({ port: Number(process.env['BENCH_PORT']), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
