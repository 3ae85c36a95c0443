import type { LanguageModelV4Prompt } from '@ai-sdk/provider'

/** Words in a row that make a quotation. Fewer are shared by chance. */
const RUN_WORDS = 3
/** A number of so many digits is a person's: of a phone, an order, a card. */
const NUMBER_PATTERN = /\d{5}/
/** A word; a single letter of a script that has no spaces between words. */
const WORD_PATTERN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{M}\p{N}_]+/gu
/** Text between two quotation marks of any language. */
const MARKED_PATTERN = /(?<=["“”„«»'‘’‚`「『])[^"“”„«»'‘’‚`」』]+(?=["“”„«»'‘’‚`」』])/gu
const QUOTED = '[quoted]'

interface Word {
  /** In lower case. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Replaces all that a provider's sentence repeats of these texts, for logs: three words in a row, a whole
 * shorter text, a word or two between quotation marks, and long numbers. Letter case, punctuation and JSON
 * escapes make no difference.
 */
export function hideQuotes(sentence: string, texts: Iterable<string>): string {
  const plain = sentence
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\[nrt"\\/]/g, ' ')
    .normalize('NFC')
  const words = wordsOf(plain)
  const runs = runsOf(words)
  const quoted = new Set<string>()
  const marked = new Set(markedRuns(plain))
  for (const text of texts) {
    const told = wordTextsOf(text)
    for (const [index, first] of told.entries()) {
      let run = first
      for (let length = 1; runs.has(run); length += 1) {
        const isWhole = length === told.length
        const isNumber = length === 1 && NUMBER_PATTERN.test(run)
        if (length === RUN_WORDS || isWhole || isNumber || marked.has(run)) quoted.add(run)
        const next = told[index + length]
        if (length === RUN_WORDS || next === undefined) break
        run = `${run} ${next}`
      }
    }
  }
  const hidden = new Set([...quoted].flatMap((run) => runs.get(run) ?? []))
  return replaceWords(plain, words, hidden)
}

const wordsOf = (text: string): readonly Word[] =>
  Array.from(text.matchAll(WORD_PATTERN), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))

/** Faster than {@link wordsOf}, for texts of megabytes. */
const wordTextsOf = (text: string): readonly string[] =>
  text.normalize('NFC').toLowerCase().match(WORD_PATTERN) ?? []

const markedRuns = (text: string): readonly string[] =>
  (text.match(MARKED_PATTERN) ?? []).map((inner) => wordTextsOf(inner).join(' '))

/** The words of each run of up to {@link RUN_WORDS}, by its text. */
function runsOf(words: readonly Word[]): ReadonlyMap<string, readonly Word[]> {
  const runs = new Map<string, Word[]>()
  for (const index of words.keys()) {
    for (let length = 1; length <= RUN_WORDS; length += 1) {
      const run = words.slice(index, index + length)
      const text = run.map((word) => word.text).join(' ')
      runs.set(text, [...(runs.get(text) ?? []), ...run])
    }
  }
  return runs
}

function replaceWords(text: string, words: readonly Word[], hidden: ReadonlySet<Word>): string {
  let result = ''
  let at = 0
  for (const [index, word] of words.entries()) {
    if (!hidden.has(word)) continue
    const before = words[index - 1]
    if (before === undefined || !hidden.has(before)) result += text.slice(at, word.start) + QUOTED
    at = word.end
  }
  return result + text.slice(at)
}

/** Fields of a prompt that people and models do not write. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'role',
  'type',
  'mediaType',
  'data',
  'toolName',
  'toolCallId',
  'providerOptions',
])

/** All texts in a prompt: of the operator, of people, of answers and of tools. */
export function textsOf(prompt: LanguageModelV4Prompt): readonly string[] {
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
    for (const [name, inner] of Object.entries(value)) if (!OWN_FIELDS.has(name)) collect(inner)
  }
  collect(prompt)
  return texts
}
