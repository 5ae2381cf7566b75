import { z } from 'zod';

// The parts of Incus' answers that are read; the names are Incus'.

const Texts = z.record(z.string(), z.string());

/** For what is on a member that does not answer, Incus knows little more than the name. */
function orNone<T extends z.ZodType>(shape: T, none: z.output<T>) {
  return shape.nullable().transform((value) => value ?? none);
}

export const Operation = z.object({
  id: z.string(),
  /** `task`, or `websocket` for interactive ones: consoles, commands, and the sending side of a copy. */
  class: z.string(),
  description: z.string(),
  status: z.string(),
  status_code: z.number(),
  /** By kind, the URLs of its resources, such as /1.0/instances/srv-01k…; null if it concerns none. */
  resources: z.record(z.string(), z.array(z.string()).nullable()).nullable(),
  metadata: z.unknown(),
  err: z.string(),
});
export type Operation = z.infer<typeof Operation>;

/** Operations by status. */
export const Operations = z.record(z.string(), z.array(Operation).nullable());

/** A guest may report itself as ready, a status of its own: it is running. Nothing that a guest reports decides anything. */
const Status = z.string().transform((status) => (status === 'Ready' ? 'Running' : status));

export const Instance = z.object({
  name: z.string(),
  type: z.enum(['container', 'virtual-machine']),
  status: Status,
  /** The cluster member it is on; `none` without a cluster. */
  location: z.string(),
  architecture: z.string(),
  description: z.string(),
  ephemeral: z.boolean(),
  stateful: z.boolean(),
  profiles: orNone(z.array(z.string()), []),
  config: orNone(Texts, {}),
  devices: orNone(z.record(z.string(), Texts), {}),
  created_at: z.string(),
  /** When it was last started: different for every boot. */
  last_used_at: z.string(),
});
export type Instance = z.infer<typeof Instance>;

/** A machine's current resources; 0 or empty if Incus cannot tell. */
export const InstanceState = z.object({
  status: z.string().default(''),
  /** -1 if nothing in the machine reports it to Incus. */
  processes: z.number().default(-1),
  memory: z.object({ total: z.number().default(0) }).default({ total: 0 }),
  /** Nanoseconds of CPU time per second. */
  cpu: z.object({ allocated_time: z.number().default(0) }).default({ allocated_time: 0 }),
  disk: z
    .record(z.string(), z.object({ total: z.number().default(0) }))
    .nullable()
    .default(null),
});
export type InstanceState = z.infer<typeof InstanceState>;

export const AclRule = z.object({
  action: z.string(),
  state: z.string(),
  protocol: z.string().optional(),
  source: z.string().optional(),
  destination: z.string().optional(),
  source_port: z.string().optional(),
  destination_port: z.string().optional(),
  icmp_type: z.string().optional(),
  description: z.string().optional(),
});
export type AclRule = z.infer<typeof AclRule>;

export const Acl = z.object({ name: z.string(), ingress: z.array(AclRule), egress: z.array(AclRule), config: Texts });
export type Acl = z.infer<typeof Acl>;

export const Trust = z.object({ auth: z.string() });

export const Server = z.object({
  api_extensions: z.array(z.string()),
  auth: z.string(),
  environment: z.object({ server_name: z.string(), server_version: z.string(), server_clustered: z.boolean() }),
});
export type Server = z.infer<typeof Server>;

export const Member = z.object({ server_name: z.string(), status: z.string(), message: z.string(), url: z.string().default('') });

/** A group of members that counts as one host: `@name`. */
export const Group = z.object({ name: z.string(), members: z.array(z.string()) });

export const Network = z.object({ name: z.string(), type: z.string(), managed: z.boolean(), status: z.string(), config: Texts });

export const NetworkState = z.object({ addresses: z.array(z.object({ address: z.string() })).nullable() });

export const VolumeState = z.object({ usage: z.object({ used: z.number() }).nullable() });

export const GpuCard = z.object({
  pci_address: z.string().optional(),
  vendor_id: z.string().default(''),
  product_id: z.string().default(''),
  vendor: z.string().default(''),
  product: z.string().default(''),
  driver: z.string().default(''),
  /** Without NVIDIA's container tools only what the driver's /proc contains: no `nvrm_version` and no `uuid`. */
  nvidia: z.object({ model: z.string().default(''), nvrm_version: z.string().default(''), uuid: z.string().default('') }).optional(),
});

export const Resources = z.object({
  /** Threads, as `limits.cpu` counts them. */
  cpu: z.object({ total: z.number() }).optional(),
  /** Bytes. */
  memory: z.object({ total: z.number() }).optional(),
  gpu: z.object({ cards: z.array(GpuCard).nullable().default([]) }),
});
export type Resources = z.output<typeof Resources>;

/** Bytes. */
export const StorageResources = z.object({ space: z.object({ used: z.number().default(0), total: z.number() }) });

export const StoragePool = z.object({ name: z.string(), driver: z.string(), config: orNone(Texts, {}) });
export type StoragePool = z.output<typeof StoragePool>;

export const LifecycleEvent = z.object({
  type: z.literal('lifecycle'),
  metadata: z.object({ action: z.string(), source: z.string() }),
});
