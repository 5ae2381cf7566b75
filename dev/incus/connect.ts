// For ssh: -o ProxyCommand="node dev/incus/connect.ts SOCKET %h %p". Connects to a guest through a relay (relay.ts).
import { request } from 'node:http';
import { isIPv6 } from 'node:net';

const [socketPath = '', host = '', port = '22'] = process.argv.slice(2);
const call = request({ socketPath, method: 'CONNECT', path: `${isIPv6(host) ? `[${host}]` : host}:${port}` });
call.on('connect', (answer, socket, head) => {
  if (answer.statusCode !== 200) return fail(`${host}:${port} is not reached: ${answer.statusMessage}`);
  process.stdout.write(head);
  socket.pipe(process.stdout);
  process.stdin.pipe(socket);
  socket.on('close', () => process.exit(0));
});
call.on('error', (error) => fail(error.message));
call.end();

function fail(message: string): void {
  console.error(message);
  process.exit(1);
}
