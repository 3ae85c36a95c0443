import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml, headHtml, proseHtml, tableHtml } from './html.ts'

/** Headers of a page that people open at the service: it runs no scripts, and cannot be framed. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

const SOURCE = join(import.meta.dirname, '../../docs/troubleshooting.md')

/**
 * The target of links in a browser's console: causes and remedies of all codes, as a page without a script.
 */
export async function helpPage(): Promise<string> {
  const blocks = (await readFile(SOURCE, 'utf8')).trim().split(/\n{2,}(?![^`]*\n```\n)/)
  return `${headHtml('Troubleshooting')}
</head>
<body>
<main>
${blocks.map(blockHtml).join('\n')}
</main>
</body>
</html>
`
}

/** The subset of Markdown that the page uses. */
function blockHtml(block: string): string {
  const [line = '', ...rest] = block.split('\n')
  const level = /^#+(?= )/.exec(line)?.[0].length
  if (level !== undefined) {
    const text = line.slice(level + 1)
    const id = text
      .toLowerCase()
      .replaceAll(/[^\w ]/g, '')
      .replaceAll(' ', '-')
    return `<h${level} id="${id}">${inlineHtml(text)}</h${level}>`
  }
  if (line.startsWith('```')) {
    return `<pre><code>${escapeHtml(rest.slice(0, -1).join('\n'))}</code></pre>`
  }
  if (line.startsWith('|')) {
    const cells = (row: string) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => inlineHtml(cell.trim()))
    return tableHtml(cells(line), rest.slice(1).map(cells))
  }
  const [, mark] = /^(-|1\.) /.exec(line) ?? []
  if (mark === undefined) return `<p>${inlineHtml(block)}</p>`
  const tag = mark === '-' ? 'ul' : 'ol'
  const items = block.split(/^(?:-|\d+\.) /m).slice(1)
  return `<${tag}>${items.map((item) => `<li>${inlineHtml(item.trim())}</li>`).join('')}</${tag}>`
}

/** Links within the page are kept; of links to other pages only the words are left. */
const inlineHtml = (text: string): string =>
  proseHtml(text).replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words: string, target: string) =>
    target.startsWith('#') ? `<a href="${target}">${words}</a>` : words,
  )
