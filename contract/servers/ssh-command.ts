import { SSH_PORT } from './forwards.ts';

/** What follows `ssh`: `ubuntu@203.0.113.7`, or `-p 20017 ubuntu@203.0.113.7` where servers share the address; null without one. */
export function sshTarget(server: {
  readonly sshUser: string;
  readonly ipv4: string | null;
  readonly sshPort: number | null;
}): string | null {
  const { sshUser, ipv4, sshPort } = server;
  if (ipv4 === null) return null;
  return sshPort === null || sshPort === SSH_PORT ? `${sshUser}@${ipv4}` : `-p ${sshPort} ${sshUser}@${ipv4}`;
}

/** Where a server is reached: `203.0.113.7`, or `203.0.113.7:20017` where servers share the address; null without one. */
export function endpointOf({ ipv4, sshPort }: { readonly ipv4: string | null; readonly sshPort: number | null }): string | null {
  return ipv4 === null || sshPort === null || sshPort === SSH_PORT ? ipv4 : `${ipv4}:${sshPort}`;
}
