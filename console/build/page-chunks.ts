import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** What a page loads besides the entry: the server names it in the answer, so that nothing is asked for only when it is needed. */
export interface PageChunks {
  /** As the router has it: `/console/servers/$serverId/{-$tab}`. */
  readonly path: string;
  readonly scripts: readonly string[];
}

/** The file beside the built page, with an entry for each of its pages. */
export const PAGE_CHUNKS_FILE = 'page-chunks.json';

const SHELLS = {
  customerPage: { prefix: '/console', shell: 'src/app/customer-shell.tsx' },
  operatorPage: { prefix: '/operator', shell: 'src/app/operator-shell.tsx' },
  ownOperatorPage: { prefix: '/operator', shell: 'src/app/operator-shell.tsx' },
  barePage: { prefix: '', shell: null },
} as const;

/**
 * As `shell-routes.ts` takes them: `customerPage('agents', () => import('./agents-page.tsx'), 'AgentsPage')`; an operators' page says what
 * it needs after its path.
 */
const PAGE = /\b(customerPage|operatorPage|ownOperatorPage|barePage)\(\s*'([^']*)',\s*(?:'[^']*',\s*)?\(\)\s*=>\s*import\('([^']+)'\)/g;

/** A page whose address carries more: `createRoute({ getParentRoute: () => customerRoute, path: 'servers', component: lazyPage(() => import(…` */
const ROUTE = /getParentRoute: \(\) => (customer|operator)Route,\s*path: '([^']*)',\s*component: lazyPage\(\(\) => import\('([^']+)'\)/g;
/** Whatever is loaded as a page. */
const LOADED = /import\('[^']+-page\.tsx'\)/g;

function isKind(text: string): text is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, text);
}

/** Finds the pages in the sources, and says of each which chunks it begins with. */
export function pageChunks(): Plugin {
  const pages: { path: string; modules: string[] }[] = [];
  let root = '';
  return {
    name: 'boreal:page-chunks',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      ({ root } = config);
    },
    transform(code, id) {
      if (!/\/route(s|r)\.tsx$/.test(id)) return;
      const found = [
        ...[...code.matchAll(PAGE)].map(([, kind, path, module]) => ({ kind, path, module })),
        ...[...code.matchAll(ROUTE)].map(([, side, path, module]) => ({ kind: `${side}Page`, path, module })),
      ];
      if (found.length < [...code.matchAll(LOADED)].length)
        this.error(`${id} has a page that is written otherwise: it would be loaded late`);
      for (const { kind, path, module } of found) {
        if (kind === undefined || !isKind(kind) || path === undefined || module === undefined) continue;
        const { prefix, shell } = SHELLS[kind];
        const own = join(dirname(id), module);
        const whole = `${prefix}/${path}`.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
        pages.push({ path: whole, modules: [...(shell === null ? [] : [join(root, shell)]), own] });
      }
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = filesOf(chunks.find(({ isEntry }) => isEntry)?.fileName);
      const known: PageChunks[] = pages
        .toSorted((a, b) => a.path.localeCompare(b.path))
        .map(({ path, modules }) => {
          const files = new Set<string>();
          for (const module of modules) {
            const own = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === module || moduleIds.includes(module));
            if (own === undefined) return this.error(`${path} has no chunk`);
            for (const file of filesOf(own.fileName)) if (!entry.has(file)) files.add(file);
          }
          return { path, scripts: [...files] };
        });
      this.emitFile({ type: 'asset', fileName: PAGE_CHUNKS_FILE, source: JSON.stringify(known) });

      /** The file and whatever it imports at once. */
      function filesOf(name: string | undefined, seen = new Set<string>()): Set<string> {
        if (name === undefined || seen.has(name)) return seen;
        seen.add(name);
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) filesOf(imported, seen);
        return seen;
      }
    },
  };
}
