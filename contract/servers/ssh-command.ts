import { SSH_PORT } from './forwards.ts';

/**
 * The arguments of `ssh`: `ubuntu@203.0.113.7`, or `-p 20017 ubuntu@203.0.113.7` if servers share the address; null if it has no address.
 */
export function sshTarget(server: {
  readonly sshUser: string;
  readonly ipv4: string | null;
  readonly sshPort: number | null;
}): string | null {
  const { sshUser, ipv4, sshPort } = server;
  if (ipv4 === null) return null;
  return sshPort === null || sshPort === SSH_PORT ? `${sshUser}@${ipv4}` : `-p ${sshPort} ${sshUser}@${ipv4}`;
}

/** Where to reach a server: `203.0.113.7`, or `203.0.113.7:20017` if servers share the address; null if it has no address. */
export function endpointOf({ ipv4, sshPort }: { readonly ipv4: string | null; readonly sshPort: number | null }): string | null {
  return ipv4 === null || sshPort === null || sshPort === SSH_PORT ? ipv4 : `${ipv4}:${sshPort}`;
}
