import type { TextLine, TextPage } from '../../../files/pdf/pdf-messages.ts'

/** Lines at the top and the bottom of a page that may repeat on all. */
const EDGE_LINES = 2
const PAGES_MIN = 3
/** Part of the pages on which a line must stand. */
const SHARE_MIN = 0.6

/** Numbers of pages differ from page to page. */
const shapeOf = ({ text }: TextLine): string => text.replace(/\d+/gu, '#').trim()

/** Pages without the header and footer that stand on most of them. */
export function dropRunningLines(pages: readonly TextPage[]): readonly TextPage[] {
  if (pages.length < PAGES_MIN) return pages
  const counts = new Map<string, number>()
  for (const page of pages) {
    const shapes = new Set(edgesOf(page).map(shapeOf))
    for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  const isRunning = (line: TextLine) => (counts.get(shapeOf(line)) ?? 0) >= SHARE_MIN * pages.length
  return pages.map((page) => {
    const running = new Set(edgesOf(page).filter(isRunning))
    return { ...page, lines: page.lines.filter((line) => !running.has(line)) }
  })
}

const edgesOf = ({ lines }: TextPage): readonly TextLine[] => [
  ...new Set([...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)]),
]
