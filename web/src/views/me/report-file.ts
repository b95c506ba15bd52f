import { saveText, today } from '../../clipboard';

/** Allows a saved report its styles and nothing else: no script runs and nothing is asked for. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The rules of a sheet that hold for elements of `page`. Those for paper hold everywhere in a file. */
function rulesFor(page: Document, rules: CSSRuleList): string {
  let kept = '';
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      if (!rule.cssText.includes('url(') && page.querySelector(rule.selectorText)) kept += `${rule.cssText}\n`;
    } else if (rule instanceof CSSGroupingRule) {
      const inner = rulesFor(page, rule.cssRules);
      const isPaper = rule instanceof CSSMediaRule && rule.media.mediaText === 'print';
      if (inner !== '') kept += isPaper ? inner : `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{\n${inner}}\n`;
    }
  }
  return kept;
}

/** Gives elements another name; they keep their attributes and what they hold. */
function rename(within: Element, from: string, to: string): void {
  for (const element of within.querySelectorAll(from)) {
    const other = document.createElement(to);
    for (const { name, value } of element.attributes) other.setAttribute(name, value);
    other.append(...element.childNodes);
    element.replaceWith(other);
  }
}

/** A copy of the report without what only a page at work can do. */
function still(report: Element): Element {
  const copy = report.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll('.no-print')) element.remove();
  for (const button of copy.querySelectorAll('button')) for (const name of button.getAttributeNames()) button.removeAttribute(name);
  rename(copy, 'button', 'div');
  // The report is the whole page now.
  rename(copy, 'h3', 'h1');
  rename(copy, 'h4', 'h2');
  for (const details of copy.querySelectorAll('details')) details.open = true;
  return copy;
}

/** The shown report as a page of its own: in the language of the page, with light colours. */
export function reportFile(report: Element, title: string): string {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.dataset['theme'] = 'light';
  const main = page.createElement('main');
  main.className = 'me';
  main.append(still(report));
  page.body.append(main);
  const styles = [...document.styleSheets].map((sheet) => rulesFor(page, sheet.cssRules)).join('');
  return `<!doctype html>
<html lang="${document.documentElement.lang}" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
${page.head.innerHTML}
<style>
${styles}</style>
</head>
${page.body.outerHTML}
</html>
`;
}

/** Saves the report that is shown as one file. */
export function saveReport(player: string): void {
  const report = document.querySelector('.report');
  if (!report) return;
  const name = player.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 60);
  saveText(reportFile(report, player), `bayeschess-${name}-${today()}.html`, 'text/html');
}
