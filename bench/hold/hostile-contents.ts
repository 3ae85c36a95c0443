/** Just below the size limit of a message, as JSON in UTF-8. */
const CONTENT_BYTES = 524_288 - 200

const fill = (piece: string, bytes = CONTENT_BYTES): string =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)))

/** Distinct words. */
const manyWords = (bytes: number): string => {
  const words: string[] = []
  for (let length = 0, index = 0; length < bytes - 8; length += 8, index += 1) {
    words.push(`w${(index + 46_656).toString(36)}`.padEnd(7, 'z'))
  }
  return words.join(' ')
}

/** Characters of a script without spaces, in which no pair of neighbours repeats. */
const manyPairs = (bytes: number): string => {
  const characters: string[] = []
  for (let index = 0; index < bytes / 3; index += 1) {
    characters.push(String.fromCodePoint(0x4e00 + ((index * 7_919 + (index >> 7)) % 20_000)))
  }
  return characters.join('')
}

/** Texts that are most expensive to fold, split, highlight or parse as Markdown. */
export const HOSTILE_LONG_TEXTS: Readonly<Record<string, string>> = {
  'expanding kana': 'ｶﾞ'.repeat(39_900) + 'ﾊﾟ'.repeat(100),
  'expanding ligatures': fill('ﷺ'),
  'marks without end': `a${fill('\u0301')}`,
  'different words': manyWords(CONTENT_BYTES),
  'different pairs': manyPairs(CONTENT_BYTES),
  'one word': fill('a'),
  'one line of brackets': fill('['),
  'marks of Markdown': fill('*_`~'),
  'links of Markdown': fill('[a](b '),
  'empty lines': fill('\\n', CONTENT_BYTES / 2).replaceAll('\\n', '\n'),
  spaces: fill(' '),
  'Arabic articles': fill('وال'),
}

const textContent = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })

/** An address like a signed one, with the longest query that is still parsed. */
const SIGNED = `https://a.example/files/${'a'.repeat(40)}?${'a&'.repeat(2_000)}`

/** Just below the limit of keys in one object. */
const KEYS = 19_990
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 0]))
const named = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index.toString(36)}`, 0]))

function nested(levels: number): unknown {
  let value: unknown = []
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

/** Allowed message contents that are most expensive to read, walk and write. */
export const HOSTILE_CONTENTS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries(HOSTILE_LONG_TEXTS).map(([name, text]) => [name, textContent(text)]),
  ),
  'many keys': { role: 'user', content: [], ...named(KEYS), other: named(KEYS) },
  'many short keys': { role: 'user', content: [], ...keys(KEYS), a: keys(KEYS), b: keys(KEYS) },
  'many lists': { role: 'user', content: Array.from({ length: 149_000 }, () => []) },
  'many objects': { role: 'user', content: Array.from({ length: 149_000 }, () => ({})) },
  'many parts': {
    role: 'user',
    content: Array.from({ length: 19_000 }, () => ({ type: 'text', text: '' })),
  },
  'many calls': {
    role: 'assistant',
    content: Array.from({ length: 7_000 }, () => ({
      type: 'tool-call',
      toolCallId: 'a',
      toolName: 'b',
      argsText: '{"a',
    })),
  },
  'deep lists': { role: 'user', content: Array.from({ length: 2_600 }, () => nested(95)) },
  'many addresses': { role: 'user', content: Array.from({ length: 120 }, () => SIGNED) },
  'many texts': { role: 'user', content: Array.from({ length: 149_000 }, () => '') },
  escapes: { role: 'user', content: fill('\u0001', CONTENT_BYTES / 6) },
}

/** A stored row of an older format, which is converted on reading. */
export const V5_CONTENT = {
  role: 'assistant',
  parts: Array.from({ length: 8_000 }, () => ({
    type: 'tool-a',
    state: 'output-error',
    errorText: '{"error":""}',
  })),
}
export { CONTENT_BYTES }
