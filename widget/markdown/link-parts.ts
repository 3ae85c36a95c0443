import { isPunctuation } from './characters.ts'
import { decodeEntities } from './decode-entities.ts'
import { MAX_ADDRESS_PARENS, MAX_LABEL_CHARS } from './limits.ts'

export interface LinkPart {
  readonly value: string
  /** Offset behind it. */
  readonly end: number
}

const CONTROL_OR_SPACE = /[\0-\x20\x7f]/
const SPACES = /[ \t]*(?:\n[ \t]*)?/y

/** Resolves backslash escapes and character references. */
export const unescapeText = (text: string): string => {
  if (!text.includes('\\')) return decodeEntities(text)
  // A character with a backslash must not be read as part of a reference.
  return text
    .split(/(\\[!-/:-@[-`{-~])/)
    .map((part, index) => (index % 2 === 1 ? part.slice(1) : decodeEntities(part)))
    .join('')
}

/** Skips spaces and at most one line end. */
export function skipSpaces(text: string, at: number): number {
  SPACES.lastIndex = at
  return at + (SPACES.exec(text)?.[0].length ?? 0)
}

/** The address of a link, in angle brackets or bare. */
export function readAddress(text: string, at: number): LinkPart | undefined {
  if (text[at] === '<') return readBracketed(text, at + 1)
  let depth = 0
  let end = at
  for (; end < text.length; end += 1) {
    const char = text[end] ?? ''
    if (char === '\\' && isPunctuation(text[end + 1] ?? '')) end += 1
    else if (char === '(') {
      depth += 1
      if (depth > MAX_ADDRESS_PARENS) return undefined
    } else if (char === ')') {
      if (depth === 0) break
      depth -= 1
    } else if (CONTROL_OR_SPACE.test(char)) break
  }
  if (depth !== 0) return undefined
  if (end === at && text[end] !== ')') return undefined
  return { value: unescapeText(text.slice(at, end)), end }
}

function readBracketed(text: string, start: number): LinkPart | undefined {
  for (let end = start; end < text.length; end += 1) {
    const char = text[end]
    if (char === '\\') end += 1
    else if (char === '>') return { value: unescapeText(text.slice(start, end)), end: end + 1 }
    else if (char === '<' || char === '\n') return undefined
  }
  return undefined
}

/** A title in quotes or parentheses. */
export function readTitle(text: string, at: number): LinkPart | undefined {
  const open = text[at]
  if (open !== '"' && open !== "'" && open !== '(') return undefined
  const close = open === '(' ? ')' : open
  for (let end = at + 1; end < text.length; end += 1) {
    const char = text[end]
    if (char === '\\') end += 1
    else if (char === close) return { value: unescapeText(text.slice(at + 1, end)), end: end + 1 }
    else if (char === '(' && open === '(') return undefined
  }
  return undefined
}

/** A label in brackets, unchanged. */
export function readLabel(text: string, at: number): LinkPart | undefined {
  if (text[at] !== '[') return undefined
  const last = Math.min(text.length, at + MAX_LABEL_CHARS + 2)
  for (let end = at + 1; end < last; end += 1) {
    const char = text[end]
    if (char === '\\') end += 1
    else if (char === '[') return undefined
    else if (char === ']') return { value: text.slice(at + 1, end), end: end + 1 }
  }
  return undefined
}

/** Labels that differ only in case or spaces are equal. */
export const normalizeLabel = (label: string): string =>
  // Unicode's case folding, beyond toLowerCase alone (ẞ and ss are equal).
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase()
