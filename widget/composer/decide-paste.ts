interface Pasted {
  readonly files: readonly Pick<File, 'name' | 'type'>[]
  /** As `text/plain` and `text/html`; empty when there is none. */
  readonly text: string
  readonly html: string
}

/**
 * Decides whether a paste attaches its files, or leaves its text to the field. Word and Excel put a picture of the
 * copied text beside it; a browser puts markup without words beside a copied image; a file manager puts the names
 * beside the files.
 */
export function decidePaste({ files, text, html }: Pasted): 'files' | 'text' {
  if (files.length === 0) return 'text'
  if (files.some(({ type }) => !type.startsWith('image/'))) return 'files'
  const words = text.trim() || wordsIn(html)
  if (words === '') return 'files'
  const names = new Set(files.map(({ name }) => name))
  const lines = words.split(/[\r\n]+/).map((line) => line.trim())
  return lines.every((line) => names.has(baseName(line))) ? 'files' : 'text'
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Elements whose content is not shown. */
const SILENT_PATTERN = /^<(style|script|title)\b/i
const SILENT_NAME_CHARACTERS = 8

/** The page's policy forbids parsing markup. Scans the text once, in linear time for any input. */
function wordsIn(html: string): string {
  let words = ''
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    words += html.slice(at, tag === -1 ? html.length : tag)
    if (tag === -1) break
    const end = endOfTag(html, tag)
    if (end === -1) break
    at = end
  }
  return words.replaceAll(/&nbsp;/gi, ' ').trim()
}

/** Index behind the markup that starts at `tag`; -1 if it is not closed. */
function endOfTag(html: string, tag: number): number {
  const silent = SILENT_PATTERN.exec(html.slice(tag, tag + SILENT_NAME_CHARACTERS))?.[1]
  const [close, from] = html.startsWith('<!--', tag)
    ? ['-->', tag]
    : ['>', silent === undefined ? tag : html.indexOf(`</${silent}`, tag)]
  const end = from === -1 ? -1 : html.indexOf(close, from)
  return end === -1 ? -1 : end + close.length
}
