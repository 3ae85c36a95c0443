import { createHash } from 'node:crypto'
import { readDirection } from '../../shared/text-direction.ts'
import { PASSAGE_ID, type KeptDocument } from '../knowledge/kept/kept-documents.ts'
import { escapeHtml, headHtml } from './html.ts'
import { PAGE_HEADERS } from './pages.ts'

/** The colours of the chat. */
const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f7fbfa, #101413); --text: light-dark(#1a1f1e, #e8f1ee); --quiet: light-dark(#59615f, #bbc5c2);
  --line: light-dark(#dae1df, #303634); --mark: light-dark(#e1f3ee, #13322b); --accent: light-dark(#0f6b5c, #6ebeac);
  background: var(--page); color: var(--text);
  font: 1rem/1.6 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 6rem; }
header { margin-bottom: 2rem; padding-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.3; letter-spacing: -.012em; }
h2, h3, h4, h5, h6 { margin: 2rem 0 .5rem; font-size: 1.125rem; line-height: 1.4; }
h3 { font-size: 1rem; } h4, h5, h6 { font-size: .9375rem; }
p { margin: .625rem 0; white-space: pre-wrap; }
.quiet, .sheet { color: var(--quiet); font-size: .875rem; }
.sheet { display: flex; align-items: center; gap: .75rem; margin: 2.5rem 0 1rem; font-variant-numeric: tabular-nums; }
.sheet::after { flex: 1; border-top: 1px solid var(--line); content: ''; }
.rows { overflow-x: auto; }
table { margin: .75rem 0; border-collapse: collapse; }
td { padding: .375rem .75rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
#${PASSAGE_ID} { margin-inline: -1.25rem; padding: .75rem 1.25rem; border-inline-start: 3px solid var(--accent); background: var(--mark); color: inherit; scroll-margin-top: 20vh; }
#${PASSAGE_ID} > :first-child { margin-top: 0; } #${PASSAGE_ID} > :last-child { margin-bottom: 0; }
@media (min-width: 48rem) { #${PASSAGE_ID} { border-radius: 12px; border-start-start-radius: 0; border-end-start-radius: 0; } }
@media (forced-colors: active) { #${PASSAGE_ID} { border-inline-start-color: Mark; } }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

export const KEPT_TEXT_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; style-src 'sha256-${styleHash}'; sandbox`,
  'X-Robots-Tag': 'noindex, nofollow',
}

/** The text of a document as people read it: its headings, paragraphs and rows, with the passage marked. */
export function keptTextPage({ document, pieces, marked }: KeptDocument): string {
  const { title, language, date } = document
  let path: readonly string[] = []
  let page: string | number | undefined
  const body = pieces.map((piece) => {
    const sheet = piece.pageLabel ?? piece.page
    const html = [
      sheet === undefined || sheet === page ? '' : sheetHtml(sheet),
      headingsHtml(path, piece.headings),
      piece.position === marked
        ? `<section id="${PASSAGE_ID}" aria-label="${escapeHtml(piece.headings.at(-1) ?? title)}">${blocksHtml(piece.text)}</section>`
        : blocksHtml(piece.text),
    ]
    path = piece.headings
    page = sheet
    return html.join('')
  })
  const direction = readDirection(`${title} ${pieces.map(({ text }) => text).join(' ')}`)
  return `${headHtml(escapeHtml(title), { language, direction })}
<meta name="robots" content="noindex, nofollow">
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1${directed(title)}>${escapeHtml(title)}</h1>
${date === null ? '' : `<p class="quiet"><time datetime="${escapeHtml(date)}">${escapeHtml(date)}</time></p>`}
</header>
${body.join('\n')}
</main>
</body>
</html>
`
}

/** Number of the page of a PDF that begins here. */
const sheetHtml = (page: string | number): string =>
  `<p class="sheet"><span>${escapeHtml(String(page))}</span></p>`

/** The document's title is the first level. */
const FIRST_LEVEL = 2
const LAST_LEVEL = 6

/** The headings that a piece has and the one before it has not. */
function headingsHtml(before: readonly string[], headings: readonly string[]): string {
  const same = headings.findIndex((heading, index) => heading !== before[index])
  const from = same === -1 ? headings.length : same
  return headings
    .slice(from)
    .map((heading, index) => {
      const level = Math.min(FIRST_LEVEL + from + index, LAST_LEVEL)
      return `<h${level}${directed(heading)}>${escapeHtml(heading)}</h${level}>`
    })
    .join('')
}

/** Blocks of a piece, one a line. Lines with tabs are rows of a table. */
function blocksHtml(text: string): string {
  const blocks: string[] = []
  let rows: string[] = []
  const endRows = () => {
    if (rows.length > 0) {
      blocks.push(`<div class="rows" tabindex="0"><table>${rows.join('')}</table></div>`)
    }
    rows = []
  }
  for (const line of text.split('\n')) {
    if (line.includes('\t')) {
      const cells = line.split('\t').map((cell) => `<td${directed(cell)}>${escapeHtml(cell)}</td>`)
      rows.push(`<tr>${cells.join('')}</tr>`)
      continue
    }
    endRows()
    if (line.trim() !== '') blocks.push(`<p${directed(line)}>${escapeHtml(line)}</p>`)
  }
  endRows()
  return blocks.join('')
}

const directed = (text: string): string => ` dir="${readDirection(text) ?? 'auto'}"`
