// The document's HTML, cleaned once more here: only structure and runs of text come through.

import DOMPurify from 'dompurify';

const TAGS = (
  'article section div span p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code em ' +
  'strong b i u s del ins sub sup small table caption thead tbody tfoot tr th td a mark kbd abbr'
).split(' ');
const ATTRIBUTES = ['data-s', 'data-e', 'colspan', 'rowspan', 'start', 'lang', 'dir', 'href'];

export function sanitise(html: string): DocumentFragment {
  const clean = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of clean.querySelectorAll('a')) disarm(link);
  for (const [at, table] of clean.querySelectorAll('table').entries())
    makeScrollable(table, at + 1);
  for (const block of clean.querySelectorAll('pre')) block.tabIndex = 0;
  levelHeadings(clean);
  return clean;
}

/** Nothing is opened from a document; its addresses can be read. */
function disarm(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href');
  link.removeAttribute('href');
  if (address !== null && address !== '' && !address.startsWith('#')) link.title = address;
}

/** A wide or long table scrolls in a region of its own, which the keyboard reaches by name. */
function makeScrollable(table: HTMLTableElement, number: number): void {
  const box = table.ownerDocument.createElement('div');
  box.className = 'table-box';
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  const caption = table.querySelector('caption')?.textContent?.trim();
  box.setAttribute('aria-label', caption ? `Table ${number}: ${caption}` : `Table ${number}`);
  table.replaceWith(box);
  box.append(table);
}

/** The page's own title is the first heading, so the document's begin below it, without gaps. */
function levelHeadings(root: DocumentFragment): void {
  const open: number[] = [];
  for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.tagName.slice(1));
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    const name = `h${Math.min(6, 1 + open.length)}`;
    const levelled = heading.ownerDocument.createElement(name);
    levelled.dataset['level'] = String(level);
    levelled.append(...heading.childNodes);
    heading.replaceWith(levelled);
  }
}
