import { expect, test } from 'vitest'
import { mountMarkdown } from './mount-markdown.tsx'
import { SAMPLE_TEXTS } from './sample-texts.ts'

const RAW_SYNTAX = ['**', '__', '~~', '`', '[', '](', '![', '|--', '|:-', '| -', '==', '\\', 'http']
const BAR = '|'

const prefixesOf = (sample: string): string[] =>
  Array.from({ length: sample.length }, (_, at) => sample.slice(0, at + 1))

/** Text outside code and links' addresses, in which raw syntax would be seen. */
function proseOf(root: Element): string {
  const copy = root.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('not an element')
  for (const code of copy.querySelectorAll('code')) code.remove()
  return copy.textContent
}

test.each(SAMPLE_TEXTS.map((sample) => [sample]))(
  'shows no raw syntax in any prefix of %j',
  (sample) => {
    const mounted = mountMarkdown()
    mounted.show(sample)
    const final = proseOf(mounted.root)
    // Without a bar at its start, the head of a table cannot be told from a sentence.
    const possible = sample.startsWith('a | b') ? RAW_SYNTAX : [...RAW_SYNTAX, BAR]
    const watched = possible.filter((syntax) => !final.includes(syntax))

    const flashes = prefixesOf(sample).filter((prefix) => {
      mounted.show(prefix, { isStreaming: true })
      const prose = proseOf(mounted.root)
      return watched.some((syntax) => prose.includes(syntax))
    })

    expect(watched.length).toBeGreaterThan(RAW_SYNTAX.length / 2)
    expect(flashes).toEqual([])
  },
)

// A definition's label and a linked image are read as text or a link of their own at first.
const STABLE = SAMPLE_TEXTS.filter((sample) => !/^\[.*\]:|\[!\[/m.test(sample))

test.each(STABLE.map((sample) => [sample]))('never takes back a letter of %j', (sample) => {
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
})
