import { z } from 'zod';
import { bodyOf, jsonOf, pageOf, Refusal, type Call, type Caller, type Service } from './double-http.ts';
import { pageAsked } from './double-lists.ts';
import { newId, now, second, type Disk, type Project } from './double-world.ts';

export interface Image {
  readonly id: string;
  name: string;
  status: 'queued' | 'saving' | 'active' | 'killed';
  visibility: 'public' | 'private' | 'shared';
  readonly owner: string;
  size: number | null;
  /** What its disk has unpacked, in bytes; null until it is there, and of what is no disk. */
  virtualSize: number | null;
  minDisk: number;
  minRam: number;
  readonly createdAt: Date;
  updatedAt: Date;
  tags: string[];
  /** What whoever made it wrote on it; nova's snapshots have whose they are. */
  readonly properties: Record<string, string>;
  protected: boolean;
  /** What projects that it is shared with said to that, by id. */
  members: Map<string, 'pending' | 'accepted' | 'rejected'>;
  /** Null: an image that stands for snapshots of volumes, and holds nothing itself. */
  disk: Disk | null;
}

export interface Images {
  readonly service: Service;
  readonly images: Map<string, Image>;
  add(of: { name: string; project: Project } & Partial<Omit<Image, 'id' | 'name' | 'owner'>>): Image;
  /** What somebody of the project may boot from. */
  find(id: string, caller: Caller): Image | null;
}

const MB = 1024 * 1024;
export const GB = 1024 * MB;
const NewImage = z.looseObject({
  name: z.string().default(''),
  visibility: z.enum(['public', 'private']).default('private'),
  min_disk: z.number().default(0),
  min_ram: z.number().default(0),
  tags: z.array(z.string()).default([]),
  disk_format: z.string().optional(),
  container_format: z.string().optional(),
});
const Patch = z.array(z.object({ op: z.enum(['add', 'replace', 'remove']), path: z.string(), value: z.unknown() }));

/** Glance: images, and what nova's snapshots become. */
export function createImages(): Images {
  const images = new Map<string, Image>();

  const find = (id: string, { user }: Caller): Image | null => {
    const image = images.get(id);
    const open =
      image &&
      (user.role === 'admin' || image.visibility === 'public' || image.owner === user.project.id || isMember(image, user.project.id));
    return image && open ? image : null;
  };
  const require = (id: string, caller: Caller, says = `No image found with ID ${id}`): Image => {
    const image = find(id, caller);
    if (!image) throw new Refusal(404, says);
    return image;
  };

  const service: Service = {
    name: 'image',
    open: ({ path }) => (path === '/' || path === '/versions' ? { status: 300, body: { versions: VERSIONS } } : null),
    routes: {
      'GET /v2/images': (call) => {
        const seen = [...images.values()].filter((image) => find(image.id, call.caller) && matches(image, call.query));
        const sorted = seen.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
        const { page, next } = pageAsked(call.query, sorted, 25);
        const asked = call.query.size === 0 ? '' : `?${call.query}`;
        const more = next ? { next: `/v2/images?${next}` } : {};
        return { status: 200, body: { images: page.map(shownImage), ...more, first: `/v2/images${asked}`, schema: '/v2/schemas/images' } };
      },
      'GET /v2/images/:id': ({ caller }, id = '') => ({ status: 200, body: shownImage(require(id, caller)) }),
      'POST /v2/images': (call) => {
        const {
          name,
          visibility,
          min_disk,
          min_ram,
          tags,
          disk_format: _disk,
          container_format: _container,
          ...rest
        } = bodyOf(NewImage, call);
        const properties = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)]));
        const image = add({ name, project: call.caller.user.project, visibility, minDisk: min_disk, minRam: min_ram, tags, properties });
        return { status: 201, body: shownImage(image) };
      },
      'PUT /v2/images/:id/file': (call, id = '') => {
        const image = require(id, call.caller);
        if (image.status !== 'queued') throw new Refusal(409, `Image status transition from ${image.status} to saving is not allowed`);
        const size = Buffer.byteLength(call.body);
        Object.assign(image, { status: 'active', size, virtualSize: size, disk: { text: call.body } });
        return { status: 204 };
      },
      'PATCH /v2/images/:id': (call, id = '') => {
        const image = require(id, call.caller);
        if (call.headers['content-type'] !== 'application/openstack-images-v2.1-json-patch')
          throw new Refusal(415, 'Unsupported Content-Type');
        for (const { op, path, value } of Patch.parse(jsonOf(call))) {
          const key = path.slice(1);
          if (key === 'name') image.name = String(value);
          else if (op === 'remove') delete image.properties[key];
          else image.properties[key] = String(value);
        }
        image.updatedAt = now();
        return { status: 200, body: shownImage(image) };
      },
      'GET /v2/images/:id/members/:project': ({ caller }, id = '', project = '') => {
        const status = require(id, caller).members.get(project);
        if (status === undefined) throw new Refusal(404, `${project} not found in the member list of the image ${id}.`);
        return { status: 200, body: { image_id: id, member_id: project, status, schema: '/v2/schemas/member' } };
      },
      'DELETE /v2/images/:id': ({ caller }, id = '') => {
        const image = require(id, caller, `Failed to find image ${id} to delete`);
        if (image.protected) throw new Refusal(403, `Image ${id} is protected and cannot be deleted.`);
        images.delete(id);
        return { status: 204 };
      },
      'PUT /v2/images/:id/tags/:tag': ({ caller }, id = '', tag = '') => {
        const image = require(id, caller);
        if (!image.tags.includes(tag)) image.tags.push(tag);
        return { status: 204 };
      },
    },
    refusal: ({ status, message }) => pageOf(status, message),
  };

  function add(of: Parameters<Images['add']>[0]): Image {
    const { project, ...rest } = of;
    const image: Image = {
      id: newId(),
      owner: project.id,
      status: 'queued',
      visibility: 'private',
      size: null,
      virtualSize: null,
      minDisk: 0,
      minRam: 0,
      createdAt: now(),
      updatedAt: now(),
      tags: [],
      properties: {},
      protected: false,
      members: new Map(),
      disk: null,
      ...rest,
    };
    images.set(image.id, image);
    return image;
  }

  return { service, images, add, find };
}

/** How large a disk's image is, for texts in place of what disks hold. */
export function sizeOf(disk: Disk): number {
  return 15 * MB + Buffer.byteLength(disk.text ?? '');
}

const VERSIONS = [{ id: 'v2.15', status: 'CURRENT', links: [] }];

function shownImage(image: Image) {
  const { properties, createdAt, updatedAt, minDisk, minRam, virtualSize, disk: _disk, members: _members, ...rest } = image;
  const done = image.status === 'active';
  return {
    ...properties,
    ...rest,
    min_disk: minDisk,
    min_ram: minRam,
    disk_format: done ? 'qcow2' : null,
    container_format: done ? 'bare' : null,
    virtual_size: virtualSize,
    checksum: done ? '8c60' : null,
    os_hidden: false,
    os_hash_algo: done ? 'sha512' : null,
    os_hash_value: done ? '8c60' : null,
    created_at: second(createdAt),
    updated_at: second(updatedAt),
    self: `/v2/images/${image.id}`,
    file: `/v2/images/${image.id}/file`,
    schema: '/v2/schemas/image',
  };
}

/** Shown in lists once it was accepted; by its id from the beginning, as the list of members is. */
function isMember({ visibility, members }: Image, projectId: string): boolean {
  return visibility === 'shared' && members.has(projectId);
}

function matches(image: Image, query: Call['query']): boolean {
  const known = new Map<string, unknown>(Object.entries(shownImage(image)));
  for (const [key, wanted] of query) {
    if (['limit', 'marker', 'sort', 'sort_key', 'sort_dir'].includes(key)) continue;
    if (key === 'tag') {
      if (!image.tags.includes(wanted)) return false;
    } else if (key === 'status' || key === 'id') {
      const options = wanted.replace(/^in:/, '').split(',');
      if (!options.includes(String(known.get(key)))) return false;
    } else if (key !== 'visibility' || wanted !== 'all') {
      const name = wanted.replace(/^in:/, '').replace(/^"(.*)"$/, '$1');
      if (String(known.get(key) ?? '') !== name) return false;
    }
  }
  return true;
}
