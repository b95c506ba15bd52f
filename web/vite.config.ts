import { defineConfig } from 'vite';

// The page is served under the root of a local server with a strict content security policy: no inline script,
// style or data URL may remain, so nothing is inlined. The build writes the same bytes every time.
export default defineConfig({
  base: '/',
  build: {
    target: 'es2022',
    // Browsers of autumn 2023 and later: light-dark() is rewritten for those that lack it.
    cssTarget: ['chrome119', 'firefox119', 'safari17.1'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    sourcemap: false,
    reportCompressedSize: true,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
