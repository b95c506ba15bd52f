import { defineConfig } from 'rolldown';

export default defineConfig({
  input: 'tests/run.ts',
  platform: 'node',
  external: [/^playwright-core/, /^axe-core/, /^node:/],
  output: { dir: '.test', format: 'esm' },
});
