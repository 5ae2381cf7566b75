// Makes the services of a disposable OpenStack reachable from this machine: what is said to a port of the loopback is said to the same
// port in its network, through a relay on a unix socket. Usage: node ports.ts SOCKET PORT…
import { request } from 'node:http';
import { createServer } from 'node:net';

const [socketPath = '', ...ports] = process.argv.slice(2);
for (const port of ports) {
  createServer((near) => {
    const call = request({ socketPath, method: 'CONNECT', path: `127.0.0.1:${port}` });
    call.on('connect', (answer, far, head) => {
      if (answer.statusCode !== 200) return near.destroy();
      near.write(head);
      near.pipe(far).pipe(near);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
    call.on('error', () => near.destroy());
    near.on('error', () => call.destroy());
    call.end();
  }).listen(Number(port), '127.0.0.1');
}
