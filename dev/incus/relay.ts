// Runs inside the namespaces of a disposable Incus and lets processes outside reach its guests: an HTTP proxy that only supports
// CONNECT, on a unix socket, because a socket that is a file belongs to no network namespace. Usage: node relay.ts SOCKET
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';

const [socket = ''] = process.argv.slice(2);
rmSync(socket, { force: true });
const server = createServer((_request, answer) => answer.writeHead(405).end());
server.on('connect', (request, near, head) => {
  const { hostname, port } = new URL(`tcp://${request.url}`);
  const far = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
  far.once('connect', () => {
    near.write('HTTP/1.1 200 OK\r\n\r\n');
    far.write(head);
    far.pipe(near).pipe(far);
  });
  far.on('error', (error: Error & { code?: string }) => near.end(`HTTP/1.1 502 ${error.code ?? 'failed'}\r\n\r\n`));
  far.on('close', () => near.destroy());
  near.on('error', () => far.destroy());
  near.on('close', () => far.destroy());
});
server.listen(socket, () => chmodSync(socket, 0o600));
