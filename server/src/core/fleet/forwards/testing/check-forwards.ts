import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Cloud } from '../../../testing/cloud.ts';

/**
 * Compares the engine with the table only: no port leads to two machines, every port that leads to a machine is held by its server, and a
 * server's own page names the port that leads to its machine.
 */
export async function checkForwards({ db, engine }: Pick<Cloud, 'db' | 'engine'>): Promise<void> {
  const { rows: held } = await sql<{ ip: string; port: number; serverId: string; guestPort: number }>`
    select host(ip) as ip, port, server_id, guest_port from public_ports where server_id is not null
  `.execute(db.sql);
  const servers = await db.sql.selectFrom('servers').selectAll().execute();
  const leads = new Map<string, string>();
  for (const server of servers) {
    const forwards = await engine.forwardsOf(server.id);
    for (const { publicPort, port } of forwards?.ports ?? []) {
      const at = `${forwards?.listenIp} ${publicPort}`;
      assert.equal(leads.get(at), undefined, `${at} leads to ${leads.get(at)} and to ${server.id}`);
      leads.set(at, server.id);
      const row = held.find((each) => each.serverId === server.id && each.port === publicPort);
      assert.equal(row?.guestPort, port, `${server.id} holds ${publicPort}`);
    }
    if (server.status === 'ACTIVE' && forwards) {
      const ssh = forwards.ports.find(({ port, protocol }) => port === 22 && protocol === 'tcp');
      assert.equal(server.sshPort, ssh?.publicPort, `${server.id} tells its port`);
    }
    if (server.ipv4 === null) assert.equal(server.sshPort, null);
  }
}
