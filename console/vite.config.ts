import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkOf } from './build/chunks.ts';
import { compressed } from './build/compressed.ts';
import { leanZod } from './build/lean-zod.ts';
import { pageChunks } from './build/page-chunks.ts';
import { siteFont } from './build/site-font.ts';

/** Where a Boreal runs that the development server passes calls on to. */
const BOREAL = 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), leanZod(), siteFont(), pageChunks(), compressed()],
  // The server replaces it in each answer; Vite puts it on every tag of index.html and on what is loaded later.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    assetsDir: 'console-assets',
    // A data: address would need a place of its own in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2022',
    // All pages' styles are smaller together than one page's font; one file is asked for once.
    cssCodeSplit: false,
    // What a page loads first: tests/console/size.test.ts counts it.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf }],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: BOREAL, changeOrigin: false }, '/site': { target: BOREAL, changeOrigin: false } } },
});
