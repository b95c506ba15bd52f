import { defineConfig } from 'rolldown';

export default defineConfig({
  input: { run: 'tests/run.ts', games: 'tests/games.ts', figures: 'tests/figures.ts' },
  platform: 'node',
  external: [/^playwright-core/, /^axe-core/, /^node:/],
  output: { dir: '.test', format: 'esm' },
});
