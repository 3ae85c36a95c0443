import { MAX_INLINE_DEPTH } from './limits.ts'
import { skipCode, skipDestination } from './skip-inline.ts'

interface Opener {
  char: string
  count: number
  at: number
}

interface Bracket {
  at: number
  isImage: boolean
}

const HALF_TASK = /^\s*\[[ xX]?\]?\s*$/
const HALF_AUTOLINK = /^<(?:https?:\/\/|mailto:)[^\s<>]*$/i
const TAG = /^<[^\s<>][^<>]*>/
/** Half a character reference, or half the one tag that is drawn as what it means. */
const HALF_REFERENCE = /(?:&#?[\dA-Za-z]{0,8}|<(?:b(?:r *\/?)?)?)$/i
const SPACE = /\s/
const ASCII_WORD = /[A-Za-z0-9]/
const WORD = /[\p{L}\p{N}]/u
const PUNCTUATION = /[\p{P}\p{S}]/u

/**
 * Closes what the end of a growing paragraph leaves open, so that no raw syntax flashes: emphasis
 * and code are closed, a link under construction is its text, an image is nothing.
 */
export function mendInline(source: string): string {
  if (HALF_TASK.test(source)) return ''
  let text = trimDelimiters(source.replace(HALF_REFERENCE, ''))
  const openers: Opener[] = []
  const brackets: Bracket[] = []
  let codeEnd = ''
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? ''
    if (char === '\\') {
      at += 2
    } else if (char === '`') {
      const code = skipCode(text, at)
      if (code.end !== undefined) {
        at = code.end
        continue
      }
      const content = text.slice(at + code.ticks).replace(/[\s`]+$/, '')
      codeEnd = content === '' ? '' : '`'.repeat(code.ticks)
      text = content === '' ? text.slice(0, at) : text.slice(0, at + code.ticks) + content
      break
    } else if (char === '[') {
      brackets.push({ at, isImage: text[at - 1] === '!' && text[at - 2] !== '\\' })
      at += 1
    } else if (char === ']') {
      const open = brackets.pop()
      const end = open === undefined ? at + 1 : skipDestination(text, at + 1)
      if (end !== undefined) {
        at = end
        continue
      }
      text = cutLink(text, open, at)
      break
    } else if (char === '<') {
      const rest = text.slice(at)
      if (HALF_AUTOLINK.test(rest)) text = text.slice(0, at) + rest.slice(1)
      at += TAG.exec(rest)?.[0].length ?? 1
    } else if (char === '*' || char === '_' || char === '~') {
      at = readRun(text, at, openers)
    } else {
      at += 1
    }
  }
  for (const bracket of brackets.toReversed()) {
    if (bracket.isImage) text = text.slice(0, bracket.at - 1)
    else if (bracket.at < text.length) text = removeAt(text, bracket.at, openers)
  }
  return closeOpeners(codeEnd === '' ? trimDelimiters(text) : text + codeEnd, openers)
}

function cutLink(text: string, open: Bracket | undefined, labelEnd: number): string {
  if (open === undefined) return text
  if (open.isImage) return text.slice(0, open.at - 1)
  return text.slice(0, open.at) + text.slice(open.at + 1, labelEnd)
}

function removeAt(text: string, at: number, openers: Opener[]): string {
  for (const opener of openers) if (opener.at > at) opener.at -= 1
  return text.slice(0, at) + text.slice(at + 1)
}

/** Drops spaces, delimiters and half escapes at the end; what they closed is closed again below. */
function trimDelimiters(source: string): string {
  let end = source.length
  while (end > 0) {
    const char = source[end - 1] ?? ''
    const isEscaped = isEscapedAt(source, end - 1)
    if (SPACE.test(char)) end -= 1
    else if ('*_~\\'.includes(char) && !isEscaped) end -= 1
    else if (char === '!' && (end === 1 || SPACE.test(source[end - 2] ?? ''))) end -= 1
    else break
  }
  return source.slice(0, end)
}

function isEscapedAt(source: string, at: number): boolean {
  let slashes = 0
  while (source[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** Matches one run of delimiters with the open ones, as flanking allows; returns its end. */
function readRun(text: string, at: number, openers: Opener[]): number {
  const char = text[at] ?? ''
  let end = at
  while (text[end] === char) end += 1
  const before = text[at - 1] ?? ' '
  const after = text[end] ?? ' '
  let count = end - at
  const canClose = !SPACE.test(before) && !(char === '_' && WORD.test(after))
  while (count > 0) {
    if (!canClose) break
    const index = openers.findLastIndex((opener) => opener.char === char)
    const opener = openers[index]
    if (opener === undefined) break
    const used = Math.min(opener.count, count, char === '~' ? 2 : opener.count === 1 ? 1 : 2)
    opener.count -= used
    count -= used
    openers.length = opener.count === 0 ? index : index + 1
  }
  if (count > 0 && canOpen(char, count, before, after)) openers.push({ char, count, at })
  return end
}

function canOpen(char: string, count: number, before: string, after: string): boolean {
  if (SPACE.test(after)) return false
  if (char === '~' && count !== 2) return false
  if (char === '_' && WORD.test(before)) return false
  // “2*3” is far more often arithmetic than emphasis inside a word.
  if (char === '*' && count === 1 && ASCII_WORD.test(before)) return false
  return !(PUNCTUATION.test(after) && ASCII_WORD.test(before))
}

function closeOpeners(text: string, openers: readonly Opener[]): string {
  // Nobody writes that many; closing them would nest the lexer as deep.
  if (openers.length > MAX_INLINE_DEPTH) return text
  let closed = text
  for (const { char, count, at } of openers.toReversed()) {
    // The opener itself may have been cut with what followed it.
    if (at + count < text.length) closed += char.repeat(Math.min(count, 3))
  }
  return closed
}
