import { createCodeWatch } from './code-watch.ts'

/** A piece of a growing text. */
export type ScannedPiece =
  | { readonly type: 'text'; readonly text: string }
  /** A mark that cites passages by number, as the model wrote it. */
  | {
      readonly type: 'mark'
      readonly text: string
      readonly numbers: readonly number[]
      /** True if the mark is the text of a link. */
      readonly isLink: boolean
      /** True if it defines the address of a label. */
      readonly isDefinition: boolean
    }

export interface CitationScanner {
  /** Returns the pieces that are complete. */
  add(delta: string): readonly ScannedPiece[]
  /** Returns what was held back. */
  end(): readonly ScannedPiece[]
}

const NUMBER = String.raw`\d{1,3}`
const NUMBERS = String.raw`${NUMBER}(?:\s?[-–,;、，；]\s?${NUMBER}){0,19}`
/** Models write `[1]`, `[^1]`, `[^1^]`, `[citation:1]`, `[cite: 1, 2]`, `[ref_1]`, `[Source 1]`, `[#1]`. */
const WORD = String.raw`(?:\^|#|(?:citation|cite|source|ref|reference|passage|id)s?[\s:_#=-]{0,2})?`
const INSIDE = String.raw`\s?${WORD}(?<numbers>${NUMBERS})\^?\s?`
const INSIDE_AGAIN = INSIDE.replace('<numbers>', '<doubled>')
const INSIDE_WIDE = INSIDE.replace('<numbers>', '<wide>')
/** `【1†L3-L9】` is how some models cite the results of tools. */
const DAGGER = String.raw`(?:†[^【】\n]{0,255})?`
const MARK = new RegExp(
  String.raw`^(?:\[\[${INSIDE_AGAIN}\]\]|\[${INSIDE}\]|[【［]${INSIDE_WIDE}${DAGGER}[】］])`,
  'i',
)
/** The beginning of a mark; longer texts in brackets are none. */
const MARK_BEGUN =
  /^(?:\[\[?|[【［])\s?(?:[\^#]|[a-z]{1,10}[\s:_#=-]{0,2})?[\d\s,;、，；–-]{0,60}\^?\s?(?:†[^【】\n]{0,255})?\]?$/i
/** A longer address of a link is not read with its mark. */
const TARGET_MAX_CHARACTERS = 500
/** White space and quotation marks at the beginning of a line, behind which labels are defined. */
const LINE_BEGUN = /^[\s>]{0,12}$/

/**
 * Finds the marks by which a model cites passages in its markdown, wherever its text is cut. In code, and in the
 * description of an image, such a text is none.
 */
export function createCitationScanner(): CitationScanner {
  const code = createCodeWatch()
  let held = ''
  let last = ''

  function say(pieces: ScannedPiece[], text: string) {
    if (text === '') return
    code.add(text)
    last = text.at(-1)!
    const before = pieces.at(-1)
    if (before?.type === 'text') pieces[pieces.length - 1] = { ...before, text: before.text + text }
    else pieces.push({ type: 'text', text })
  }

  /** Reads the beginning of a text, and returns the rest; `undefined`: more of it is needed. */
  function read(pieces: ScannedPiece[], text: string, isEnd: boolean): string | undefined {
    const at = text.search(/[[【［]/)
    if (at !== 0) {
      say(pieces, at === -1 ? text : text.slice(0, at))
      return at === -1 ? '' : text.slice(at)
    }
    const found = last === '!' || code.read() !== undefined ? null : MARK.exec(text)
    if (!found) {
      const mayBegin = last !== '!' && code.read() === undefined && MARK_BEGUN.test(text)
      if (mayBegin && !isEnd) return undefined
      say(pieces, text.slice(0, 1))
      return text.slice(1)
    }
    const [mark] = found
    const rest = text.slice(mark.length)
    if (rest === '' && !isEnd) return undefined
    const isLink = rest.startsWith('(')
    const target = isLink ? readTarget(rest) : ''
    if (target === 'incomplete' && !isEnd) return undefined
    const isDefinition = rest.startsWith(':') && LINE_BEGUN.test(code.line)
    const { numbers, doubled, wide } = found.groups ?? {}
    const whole = mark + (target === 'incomplete' ? '' : target)
    code.add(whole)
    last = whole.at(-1)!
    pieces.push({
      type: 'mark',
      text: whole,
      numbers: readNumbers(numbers ?? doubled ?? wide ?? ''),
      isLink,
      isDefinition,
    })
    return text.slice(whole.length)
  }

  function scan(text: string, isEnd: boolean): readonly ScannedPiece[] {
    const pieces: ScannedPiece[] = []
    let rest: string | undefined = text
    held = ''
    while (rest !== undefined && rest !== '') {
      const next = read(pieces, rest, isEnd)
      if (next === undefined) held = rest
      rest = next
    }
    return pieces
  }

  return { add: (delta) => scan(held + delta, false), end: () => scan(held, true) }
}

/** The numbers of marks that are neither links nor definitions. */
export const citationsIn = (pieces: readonly ScannedPiece[]): readonly number[] =>
  pieces.flatMap((piece) =>
    piece.type === 'mark' && !piece.isLink && !piece.isDefinition ? piece.numbers : [],
  )

/** The address in brackets at the start of a text; empty: none of this line, or of this length. */
function readTarget(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length && at < TARGET_MAX_CHARACTERS; at += 1) {
    const character = text[at]
    if (character === '\n') return ''
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) return text.slice(0, at + 1)
  }
  return text.length < TARGET_MAX_CHARACTERS ? 'incomplete' : ''
}

/** Maximum of passages that one mark cites. */
const NUMBERS_MAX = 20

/** The numbers of `1, 2` and of `1-3`. */
function readNumbers(text: string): readonly number[] {
  const numbers: number[] = []
  for (const [, first = '', last = first] of text.matchAll(/(\d+)(?:\s?[-–]\s?(\d+))?/g)) {
    const to = Math.min(Number(last), Number(first) + NUMBERS_MAX)
    for (let number = Number(first); number <= to; number += 1) numbers.push(number)
  }
  return [...new Set(numbers)].slice(0, NUMBERS_MAX)
}
