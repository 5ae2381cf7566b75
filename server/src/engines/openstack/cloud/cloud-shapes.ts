import { z } from 'zod';

// The parts of the cloud's answers that are read; the names are the cloud's.

const Texts = z.record(z.string(), z.string());

export const CloudServer = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  created: z.string(),
  updated: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  metadata: Texts.default({}),
  /** As of the machine's creation. */
  flavor: z.object({ ram: z.number(), vcpus: z.number(), extra_specs: Texts.default({}) }),
  /** Nova's current task for it. */
  'OS-EXT-STS:task_state': z.string().nullish(),
  /** Null until it was fully created once. */
  'OS-SRV-USG:launched_at': z.string().nullish(),
  /** Only visible to administrators; null if it is on none. */
  'OS-EXT-SRV-ATTR:host': z.string().nullish(),
  /** The zone that it is in; null, or empty, if it is on no host. */
  'OS-EXT-AZ:availability_zone': z.string().nullish(),
  /** An opaque identifier of its host; empty if it is on none. */
  hostId: z.string().nullish(),
  /** Only visible to administrators: whether its host answers. */
  host_status: z.string().nullish(),
  fault: z.object({ message: z.string() }).optional(),
  /** The image that its system disk was made from; empty if that is a volume. */
  image: z.union([z.literal(''), z.object({ id: z.string() })]),
});
export type CloudServer = z.output<typeof CloudServer>;

export const Made = z.object({ server: z.object({ id: z.string() }) });

export const Action = z.object({ action: z.string(), request_id: z.string(), start_time: z.string() });

export const Port = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().default(''),
  device_id: z.string().default(''),
  network_id: z.string(),
  security_groups: z.array(z.string()).default([]),
  fixed_ips: z.array(z.object({ subnet_id: z.string(), ip_address: z.string() })).default([]),
  tags: z.array(z.string()).default([]),
  /** Present if neutron reports it, which it does unless its operator disabled that. */
  created_at: z.string().nullish(),
});
export type Port = z.output<typeof Port>;

export const FloatingIp = z.object({
  id: z.string(),
  description: z.string().default(''),
  floating_ip_address: z.string(),
  port_id: z.string().nullable(),
});
export type FloatingIp = z.output<typeof FloatingIp>;

export const GroupRule = z.object({
  id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.enum(['IPv4', 'IPv6']),
  protocol: z
    .union([z.string(), z.number()])
    .nullable()
    .transform((name) => (name === null ? null : String(name))),
  port_range_min: z.number().nullable(),
  port_range_max: z.number().nullable(),
  remote_ip_prefix: z.string().nullable(),
  remote_group_id: z.string().nullish(),
  description: z.string().nullish(),
});
export type GroupRule = z.output<typeof GroupRule>;

export const Group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().default(''),
  security_group_rules: z.array(GroupRule).default([]),
});
export type Group = z.output<typeof Group>;

export const Volume = z.object({
  id: z.string(),
  name: z.string().nullish(),
  status: z.string(),
  size: z.number(),
  created_at: z.string(),
  description: z.string().nullish(),
  metadata: Texts.default({}),
  /** Properties copied from its source image, which every image made from it inherits. */
  volume_image_metadata: Texts.default({}),
});
export type Volume = z.output<typeof Volume>;

export const Snapshot = z.object({
  id: z.string(),
  status: z.string(),
  size: z.number(),
  created_at: z.string(),
  description: z.string().nullish(),
  metadata: Texts.default({}),
});
export type Snapshot = z.output<typeof Snapshot>;

export const Flavor = z.object({
  id: z.string(),
  name: z.string(),
  vcpus: z.number(),
  ram: z.number(),
  disk: z.number(),
  'OS-FLV-EXT-DATA:ephemeral': z.number().default(0),
  extra_specs: Texts.default({}),
});
export type Flavor = z.output<typeof Flavor>;

/**
 * Cinder sets it on each volume that it makes from an image, and on images made from such a volume; and cannot make a volume from an image
 * that has it, since it already exists (seen in Zed).
 */
export const SIGNATURE_VERIFIED = 'signature_verified';

export const Image = z.object({
  id: z.string(),
  name: z.string().nullish(),
  status: z.string(),
  size: z.number().nullish(),
  /** The unpacked size in bytes; null if glance could not tell, and for one without its own data. */
  virtual_size: z.number().nullish(),
  min_disk: z.number().default(0),
  min_ram: z.number().default(0),
  created_at: z.string(),
  owner: z.string().nullish(),
  visibility: z.string().default('private'),
  /** For an image that nova made from a machine: `snapshot`, and the machine's id. */
  image_type: z.string().nullish(),
  instance_uuid: z.string().nullish(),
  boreal_owner: z.string().optional(),
  boreal_backup: z.string().optional(),
  [SIGNATURE_VERIFIED]: z.string().optional(),
});
export type Image = z.output<typeof Image>;

export const Network = z.object({
  id: z.string(),
  name: z.string(),
  'router:external': z.boolean().default(false),
  shared: z.boolean().default(false),
  project_id: z.string().nullish(),
  subnets: z.array(z.string()).default([]),
});

export const Subnet = z.object({
  id: z.string(),
  name: z.string().default(''),
  ip_version: z.number(),
  cidr: z.string().default(''),
  /** How guests get their IPv6 addresses; null: neutron assigns them without telling the guests. */
  ipv6_address_mode: z.string().nullish(),
});
export type Subnet = z.output<typeof Subnet>;

export const Zone = z.object({ zoneName: z.string(), zoneState: z.object({ available: z.boolean() }) });

export const ComputeService = z.object({ host: z.string(), zone: z.string(), state: z.string(), status: z.string() });

export const Diagnostics = z.object({
  cpu_details: z.array(z.object({ time: z.number().nullish() })).default([]),
  nic_details: z.array(z.object({ rx_octets: z.number().nullish(), tx_octets: z.number().nullish() })).default([]),
  /** Mebibytes. */
  memory_details: z.object({ maximum: z.number().nullish(), used: z.number().nullish() }).nullish(),
});

/** An answer that is not read. */
export const Nothing = z.unknown();
