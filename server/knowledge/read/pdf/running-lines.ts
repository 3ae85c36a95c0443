import type { TextLine, TextPage } from '../../../files/pdf/pdf-messages.ts'

/** Lines at the top and the bottom of a page that may repeat on all. */
const EDGE_LINES = 2
const PAGES_MIN = 3
/** Pages of one chapter that have its header with their own numbers. */
const CHAPTER_PAGES_MIN = 2
/** Part of the pages on which a line must stand. */
const SHARE_MIN = 0.6

/** Sign for the page's own number. */
const NUMBER = '#'

/** Pages without headers, footers and numbers of pages. */
export function dropRunningLines(pages: readonly TextPage[]): readonly TextPage[] {
  const counts = new Map<string, number>()
  for (const [index, page] of pages.entries()) {
    const shapes = new Set(edgesOf(page).flatMap((line) => shapesOf(line, page, index)))
    for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  const isRunning = (shape: string) => {
    const count = counts.get(shape) ?? 0
    if (shape === NUMBER) return true
    if (pages.length >= PAGES_MIN && count >= SHARE_MIN * pages.length) return true
    // Headers of a chapter stand on its pages alone.
    return shape.includes(NUMBER) && count >= CHAPTER_PAGES_MIN
  }
  return pages.map((page, index) => {
    const isKept = (line: TextLine) => !shapesOf(line, page, index).some(isRunning)
    const edges = new Set(edgesOf(page))
    return { ...page, lines: page.lines.filter((line) => !edges.has(line) || isKept(line)) }
  })
}

/** A line, and the same with a sign in place of each number that is that of its page: "Page 3 of 3" has two. */
function shapesOf({ text }: TextLine, { label }: TextPage, index: number): readonly string[] {
  const number = label === '' ? String(index + 1) : label
  const words = text.trim().split(/([\p{L}\p{N}]+)/u)
  const places = words.keys().filter((place) => words[place] === number)
  return [text.trim(), ...places.map((place) => words.with(place, NUMBER).join(''))]
}

const edgesOf = ({ lines }: TextPage): readonly TextLine[] => [
  ...new Set([...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)]),
]
