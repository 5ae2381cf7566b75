import { z } from 'zod';
import { Refusal, type Caller, type Routes } from './double-http.ts';
import { adminOnly, parsed } from './double-nova-calls.ts';
import { linksOf, shownFlavor } from './double-server-view.ts';
import { newId, type Flavor } from './double-world.ts';

const NewFlavor = z.object({
  flavor: z.object({
    name: z.string(),
    ram: z.coerce.number(),
    vcpus: z.coerce.number(),
    disk: z.coerce.number(),
    id: z.string().nullish(),
    'OS-FLV-EXT-DATA:ephemeral': z.coerce.number().default(0),
    swap: z.coerce.number().default(0),
    'os-flavor-access:is_public': z.boolean().default(true),
    description: z.string().nullish(),
  }),
});

/** Nova's flavors and their extra specs. */
export function flavorRoutes({ flavors, base }: { readonly flavors: Map<string, Flavor>; readonly base: () => string }): Routes {
  /** Flavors that are not everybody's are shown to administrators who ask for all. */
  function visible({ user }: Caller, query: URLSearchParams): readonly Flavor[] {
    const all = user.role === 'admin' && query.get('is_public')?.toLowerCase() === 'none';
    return [...flavors.values()].filter(({ isPublic }) => isPublic || all);
  }

  function flavorOf(id: string): Flavor {
    const flavor = flavors.get(id);
    if (!flavor) throw new Refusal(404, `Flavor ${id} could not be found.`);
    return flavor;
  }

  return {
    'GET /v2.1/flavors': ({ caller, query }) => ({
      status: 200,
      body: {
        flavors: visible(caller, query).map(({ id, name, description }) => ({
          id,
          name,
          description,
          links: linksOf(id, base(), 'flavors'),
        })),
      },
    }),
    'GET /v2.1/flavors/detail': ({ caller, query }) => ({
      status: 200,
      body: { flavors: visible(caller, query).map((flavor) => shownFlavor(flavor, base())) },
    }),
    'GET /v2.1/flavors/:id': (_call, id = '') => ({ status: 200, body: { flavor: shownFlavor(flavorOf(id), base()) } }),
    'POST /v2.1/flavors': (call) => {
      adminOnly(call.caller, 'os-flavor-manage:create');
      const { flavor: asked } = parsed(NewFlavor, call);
      if ([...flavors.values()].some(({ name }) => name === asked.name))
        throw new Refusal(409, `Flavor with name ${asked.name} already exists.`);
      const { 'OS-FLV-EXT-DATA:ephemeral': ephemeral, 'os-flavor-access:is_public': isPublic, id, description, ...rest } = asked;
      const flavor: Flavor = {
        ...rest,
        id: id && id !== 'auto' ? id : newId(),
        ephemeral,
        isPublic,
        description: description ?? null,
        extraSpecs: {},
      };
      if (flavors.has(flavor.id)) throw new Refusal(409, `Flavor with ID ${flavor.id} already exists.`);
      flavors.set(flavor.id, flavor);
      return { status: 200, body: { flavor: shownFlavor(flavor, base()) } };
    },
    'DELETE /v2.1/flavors/:id': ({ caller }, id = '') => {
      adminOnly(caller, 'os-flavor-manage:delete');
      flavors.delete(flavorOf(id).id);
      return { status: 202 };
    },
    'GET /v2.1/flavors/:id/os-extra_specs': (_call, id = '') => ({ status: 200, body: { extra_specs: flavorOf(id).extraSpecs } }),
    'POST /v2.1/flavors/:id/os-extra_specs': (call, id = '') => {
      adminOnly(call.caller, 'os-flavor-extra-specs:create');
      const { extra_specs } = parsed(z.object({ extra_specs: z.record(z.string(), z.string()) }), call);
      Object.assign(flavorOf(id).extraSpecs, extra_specs);
      return { status: 200, body: { extra_specs } };
    },
  };
}
