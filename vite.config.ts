import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/static/',
  publicDir: false,
  plugins: [react()],
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
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/query-core|@tanstack\/react-query)\//,
            },
          ],
        },
      },
    },
  },
})
