import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Every finding of axe-core on the page as it is, and every id that stands there twice. Chessground draws the shapes of a
 * board in two pictures with the same definitions, which no label names.
 */
export async function findings(page: Page): Promise<string[]> {
  // Injected by the test, beside the policy that bars inline scripts.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: { run(options: object): Promise<axe.AxeResults> } }).axe;
    const results = await runner.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    const ids = [...document.querySelectorAll('[id]:not(.cg-wrap defs *)')].map((one) => one.id);
    const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
    return [
      ...results.violations.map(
        (finding) => `${finding.id}: ${finding.nodes.map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
      ),
      ...twice.map((id) => `the id ${id} stands there twice`),
    ];
  });
}
