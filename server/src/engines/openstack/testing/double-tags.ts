import { z } from 'zod';
import type { Caller, Routes } from './double-http.ts';
import { parsed } from './double-network-resource.ts';

/** Of neutron's extensions those that this double has, by their aliases. */
export const EXTENSIONS: readonly string[] = [
  'binding',
  'external-net',
  'fip-port-details',
  'port-security',
  'project-id',
  'quota_details',
  'revision-if-match',
  'router',
  'security-group',
  'standard-attr-description',
  'standard-attr-revisions',
  'standard-attr-tag',
  'standard-attr-timestamp',
];

/** What neutron says that it can. */
export function extensionRoutes(extensions: ReadonlySet<string>): Routes {
  return {
    'GET /v2.0/extensions': () => ({ status: 200, body: { extensions: [...extensions].map(shown) } }),
    'GET /v2.0/extensions/:alias': (_call, alias = '') => {
      if (extensions.has(alias)) return { status: 200, body: { extension: shown(alias) } };
      // In other words than the rest of neutron.
      const message = `Extension with alias ${alias} does not exist`;
      return { status: 404, body: { code: 'HTTPNotFound', title: 'Not Found', message } };
    },
  };
}

function shown(alias: string) {
  return { alias, name: alias, description: '', updated: '2020-01-01T00:00:00-00:00', links: [] };
}

const NewTags = z.object({
  tags: z.array(z.string().max(255)).refine((tags) => new Set(tags).size === tags.length, { error: 'The list has duplicates' }),
});

/** Tags of whatever may have some: by the path it is at, how one of the caller's is found. */
export function tagRoutes(all: Readonly<Record<string, (caller: Caller, id: string) => { tags: string[] }>>): Routes {
  return Object.fromEntries(
    Object.entries(all).flatMap(([path, find]): [string, Routes[string]][] => [
      [
        `PUT /v2.0/${path}/:id/tags`,
        (call, id = '') => {
          const one = find(call.caller, id);
          one.tags = parsed(NewTags, call).tags;
          return { status: 200, body: { tags: one.tags } };
        },
      ],
      [
        `PUT /v2.0/${path}/:id/tags/:tag`,
        ({ caller }, id = '', tag = '') => {
          const one = find(caller, id);
          if (!one.tags.includes(tag)) one.tags.push(tag);
          return { status: 201 };
        },
      ],
    ]),
  );
}
