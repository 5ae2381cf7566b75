import { z } from 'zod';

// Servers on a host with one public address: some of its ports are forwarded to them.

/** The most forwarded ports of one rule: each takes a port of the shared address. */
export const FORWARDED_PER_RULE_MAX = 16;
/** The most forwarded ports of one server, SSH included. */
export const FORWARDED_PER_SERVER_MAX = 64;
/** The first port that may be shared: lower ones belong to the host's own services. */
export const SHARED_PORT_MIN = 1024;
export const SSH_PORT = 22;

/** Why not all ports of a rule are forwarded. */
export const NotForwarded = z.enum(['TOO_MANY_PORTS', 'NO_PORT_LEFT']);
export type NotForwarded = z.infer<typeof NotForwarded>;

/** A port of a server behind a shared address, and the public port that leads to it. */
export const ForwardedPort = z
  .object({
    protocol: z.enum(['tcp', 'udp']).meta({ example: 'tcp' }),
    port: z.int().meta({ description: "The server's own port.", example: 8080 }),
    publicPort: z.int().meta({ description: 'The port of the public address that leads to it.', example: 20017 }),
  })
  .meta({ id: 'ForwardedPort' });
export type ForwardedPort = z.infer<typeof ForwardedPort>;

/** How the ports that a rule opens are reached from the internet. */
export const RuleForwarding = z
  .object({
    address: z.string().meta({ description: 'The public address, which other servers share.', example: '203.0.113.7' }),
    ports: z.array(ForwardedPort),
    refused: NotForwarded.nullable().meta({
      description:
        'Why other ports of the rule are not forwarded. `TOO_MANY_PORTS`: only rules of up to 16 ports are, and up to 64 ports of a server. `NO_PORT_LEFT`: the address has none left.',
      example: null,
    }),
  })
  .meta({ id: 'RuleForwarding' });
export type RuleForwarding = z.infer<typeof RuleForwarding>;
