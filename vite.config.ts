import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { screenAhead } from './tools/web-ahead.mjs'
import { webChunks } from './tools/web-chunks.mjs'
import { withoutUnused } from './tools/web-without-unused.mjs'

export default defineConfig({
  base: '/static/',
  publicDir: false,
  plugins: [react(), withoutUnused(), screenAhead()],
  // The server puts the nonce of the answer in place of this text, everywhere in index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    license: { fileName: 'licenses.md' },
    target: 'es2023',
    // Fonts inlined into CSS would need font-src data: and would load although unused.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: webChunks(import.meta.dirname),
        },
      },
    },
  },
})
