import { readFileSync } from 'node:fs'
import { githubSlug } from '../shared/github-slug.ts'
import { DOCS_FOLDER, SECTIONS } from './sections.ts'
import type { PageSection } from './search-index.ts'

const HEADING = /^(#{1,4}) (.+)$/
const FENCE = /^ *```/
/** The first cell of a table that lists rules with their tests. */
const RULES_TABLE = /^\| No\. +\|/m
const OPENING_MAX = 160

/** Every section of the documentation, in the order of its pages. */
export function readSections(): readonly PageSection[] {
  return SECTIONS.flatMap(({ pages, isForMakers = false }) =>
    pages.flatMap(({ path }) =>
      splitPage(path, readFileSync(`${DOCS_FOLDER}/${path}.md`, 'utf8'), isForMakers),
    ),
  )
}

/** Splits a page at its headings. Sections with a table of rules are for makers, as are all sections of such pages. */
export function splitPage(
  path: string,
  markdown: string,
  isForMakers: boolean,
): readonly PageSection[] {
  const parts: { level: number; title: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    const [, marks, title] = isCode ? [] : (HEADING.exec(line) ?? [])
    if (FENCE.test(line)) isCode = !isCode
    if (marks !== undefined && title !== undefined) {
      parts.push({ level: marks.length, title: plainText(title), lines: [] })
    } else parts.at(-1)?.lines.push(line)
  }
  const seen = new Map<string, number>()
  const above: string[] = []
  return parts.map(({ level, title, lines }) => {
    const slug = githubSlug(title)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    above.length = level - 1
    above[level - 1] = title
    const source = lines.join('\n')
    const text = plainText(source)
    return {
      id: level === 1 ? path : `${path}#${count === 0 ? slug : `${slug}-${count}`}`,
      path,
      title,
      above: above.slice(0, -1).filter(Boolean).join(' › '),
      text,
      opening: openingOf(source),
      isForMakers: isForMakers || RULES_TABLE.test(source),
    }
  })
}

/** The first words of a section's prose; without prose, of its table or code. */
function openingOf(source: string): string {
  const prose = source.replaceAll(/^ *```[^]*?^ *```/gm, '').replaceAll(/^\|.*$/gm, '')
  const text = plainText(prose) || plainText(source)
  if (text.length <= OPENING_MAX) return text
  return `${text.slice(0, text.lastIndexOf(' ', OPENING_MAX))} …`
}

/** Markdown without its marks. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^ *```.*$|^\|[-: |]+\|$/gm, '')
    .replaceAll(/^ *(?:-|\d+\.) /gm, '')
    .replaceAll(/<br>|\|/g, ' ')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([\\`*_[\]|])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
