import { normalizeLabel, readAddress, readLabel, readTitle, skipSpaces } from './link-parts.ts'

/** The names that an answer has defined so far. */
export interface Definitions {
  /** Addresses by normalised label. */
  readonly links: Record<string, string>
  /** Normalised labels of footnotes. */
  readonly notes: Record<string, true>
  /** Normalised labels that were referred to without a definition yet. */
  readonly expected: Set<string>
}

/** Without a prototype, so that a label such as “constructor” finds nothing. */
export const createDefinitions = (): Definitions => ({
  links: Object.create(null) as Record<string, string>,
  notes: Object.create(null) as Record<string, true>,
  expected: new Set(),
})

/** Copies definitions. Additions to the copy leave `base` unchanged. */
export const forkDefinitions = (base: Definitions): Definitions => ({
  links: Object.create(base.links) as Record<string, string>,
  notes: Object.create(base.notes) as Record<string, true>,
  expected: base.expected,
})

/** Reads the definitions at the start of a paragraph; returns the offset behind the last. */
export function takeDefinitions(text: string, definitions: Definitions): number {
  let start = 0
  while (text[start] === '[') {
    const found = readDefinition(text, start)
    if (found === undefined) break
    definitions.links[found.label] ??= found.address
    start = found.end
  }
  return start
}

function readDefinition(
  text: string,
  start: number,
): { label: string; address: string; end: number } | undefined {
  const label = readLabel(text, start)
  if (label === undefined || text[label.end] !== ':') return undefined
  const name = normalizeLabel(label.value)
  const addressStart = skipSpaces(text, label.end + 1)
  // An empty address needs angle brackets.
  if (name === '' || addressStart >= text.length || text[addressStart] === ')') return undefined
  const address = readAddress(text, addressStart)
  if (address === undefined) return undefined
  const afterAddress = endOfLine(text, address.end)
  const titleStart = skipSpaces(text, address.end)
  const title = titleStart > address.end ? readTitle(text, titleStart) : undefined
  const end = (title && endOfLine(text, title.end)) ?? afterAddress
  return end === undefined ? undefined : { label: name, address: address.value, end }
}

/** Offset behind the line end, if only spaces precede it. */
function endOfLine(text: string, at: number): number | undefined {
  let end = at
  while (text[end] === ' ' || text[end] === '\t') end += 1
  if (end >= text.length) return end
  return text[end] === '\n' ? end + 1 : undefined
}

const HALF_LABEL = /^ {0,3}\[([^[\]\n]*)\]?$/

/** True for half a line that may become an expected definition. */
export function isHalfLabel(line: string, { expected }: Definitions): boolean {
  const found = expected.size === 0 ? null : HALF_LABEL.exec(line)
  if (found === null) return false
  const label = normalizeLabel(found[1] ?? '')
  return [...expected].some((name) => name.startsWith(label))
}
