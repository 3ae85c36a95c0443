import { expect, test } from 'vitest'
import { createBlockSplitter } from './split-blocks.ts'
import { GFM_TEXTS } from './testing/gfm-texts.ts'
import { mountMarkdown } from './testing/mount-markdown.tsx'
import { SAMPLE_TEXTS } from './testing/sample-texts.ts'

const CORPUS = [...SAMPLE_TEXTS, ...Object.values(GFM_TEXTS).flat()]
/** The small run draws every fifth. */
const isDrawn = (_: string, index: number): boolean =>
  process.env['ALCOVE_TEST_LONG'] === '1' || index % 5 === 0
const RAW_SYNTAX = '** __ ~~ ` [ ]( ![ |-- |:- == \\ http $$ [^'.split(' ').concat('| -')
const BAR = '|'

const prefixesOf = (sample: string): string[] =>
  Array.from({ length: sample.length }, (_, at) => sample.slice(0, at + 1))

/** Text outside code and links' addresses, in which raw syntax would be visible. */
function proseOf(root: Element): string {
  const copy = root.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('not an element')
  for (const code of copy.querySelectorAll('code, button')) code.remove()
  return copy.textContent
}

/** Without a bar at its start, the head of a table looks like a sentence. */
const hasBareHead = (sample: string): boolean => /^[^|\n]+\|/m.test(sample)

/** Brackets alone stay text while their label is undefined. */
const isShortReference = (sample: string): boolean => /^\[\w+\]$/m.test(sample)

test('has 200 samples', () => expect(CORPUS.length).toBeGreaterThan(200))

test.each(CORPUS.filter(isDrawn).map((sample) => [sample]))(
  'shows no raw syntax in any prefix of %j (U43)',
  (sample) => {
    const mounted = mountMarkdown()
    mounted.show(sample)
    const final = proseOf(mounted.root)
    const possible = hasBareHead(sample) ? RAW_SYNTAX : [...RAW_SYNTAX, BAR]
    const watched = possible.filter(
      (syntax) => !final.includes(syntax) && !(syntax === '[' && isShortReference(sample)),
    )

    const flashes = prefixesOf(sample).filter((prefix) => {
      mounted.show(prefix, { isStreaming: true })
      const prose = proseOf(mounted.root)
      return watched.some((syntax) => prose.includes(syntax))
    })

    expect(watched.length).toBeGreaterThan(RAW_SYNTAX.length / 2)
    expect(flashes).toEqual([])
    mounted.unmount()
  },
)

// A definition's label and a linked image are first read as text or as a separate link, and the source of a formula
// has more letters than the formula.
const STABLE = SAMPLE_TEXTS.filter((sample) => !/^\[.*\]:|\[!\[|\\\w{3}/m.test(sample))

test.each(STABLE.filter(isDrawn).map((sample) => [sample]))(
  'never takes back a letter of %j',
  (sample) => {
    const mounted = mountMarkdown()
    let shown = 0

    const shrunk = prefixesOf(sample).filter((prefix) => {
      mounted.show(prefix, { isStreaming: true })
      const before = shown
      shown = mounted.root.textContent.replace(/[^\p{L}]/gu, '').length
      return shown < before
    })

    expect(shown).toBeGreaterThan(0)
    expect(shrunk).toEqual([])
  },
)

test.each(CORPUS.filter(isDrawn).map((sample) => [sample]))(
  'never has fewer blocks in a prefix of %j (U44)',
  (sample) => {
    const splitter = createBlockSplitter()
    let count = 0

    const shrunk = prefixesOf(sample).filter((prefix) => {
      const before = count
      count = splitter.push(prefix).length
      return count < before
    })

    expect(shrunk).toEqual([])
  },
)

test.each(CORPUS.filter(isDrawn).map((sample) => [sample]))(
  'keeps the nodes of finished blocks of %j (U45)',
  (sample) => {
    const mounted = mountMarkdown()
    const text = `${sample}\n\nBetween.\n\n${sample}`
    mounted.show(text.slice(0, sample.length + 12), { isStreaming: true })
    const finished = [...(mounted.root.querySelector('.md-root')?.children ?? [])].slice(0, -1)

    const lost = prefixesOf(text)
      .slice(sample.length + 12)
      .filter((prefix) => {
        mounted.show(prefix, { isStreaming: true })
        return finished.some((element) => !mounted.root.contains(element))
      })
    mounted.show(text)

    expect(lost).toEqual([])
    expect(finished.filter((element) => !mounted.root.contains(element))).toEqual([])
    mounted.unmount()
  },
)
