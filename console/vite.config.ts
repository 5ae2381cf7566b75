import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where a Boreal runs that the development server passes calls on to. */
const BOREAL = 'http://localhost:8080';

export default defineConfig({
  plugins: [react()],
  // The server replaces it in each answer; Vite puts it on every tag of index.html and on what is loaded later.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    assetsDir: 'console-assets',
    // A data: address would need a place of its own in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2022',
    // What a page loads first: tests/console-size.test.ts counts it.
    manifest: true,
    // What nearly every page needs is one file: many small ones compress worse and are asked for one by one.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 50 }] } } },
  },
  server: { proxy: { '/api': { target: BOREAL, changeOrigin: false } } },
});
