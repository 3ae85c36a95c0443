import { describe, expect, test } from 'vitest'
import { atOnce, measureSteps } from '../../steps/steps.test-support.ts'
import type { ReadDocument, Section } from '../document.ts'
import { SECTIONS_MAX } from '../read/read-limits.ts'
import {
  HEADING_MAX_CHARACTERS,
  HEADINGS_MAX,
  PIECE_MAX_CHARACTERS,
  PIECE_TARGET_CHARACTERS,
  splitDocument,
} from './split-document.ts'

const PAGE = { title: 'T', isHidden: false, links: [], notes: [] }

const split = (sections: readonly Section[], more: Partial<ReadDocument> = {}) =>
  atOnce(splitDocument({ ...PAGE, sections, ...more }))

describe('pieces of a document', () => {
  test('each section is a place of its own, however short', () => {
    const pieces = split([
      { headings: ['A'], anchor: 'a', blocks: ['one'] },
      { headings: ['A', 'B'], anchor: 'b', page: 2, pageLabel: 'ii', blocks: ['two', 'three'] },
    ])
    expect(pieces).toMatchObject([
      { headings: ['A'], anchor: 'a', text: 'one' },
      {
        headings: ['A', 'B'],
        anchor: 'b',
        page: 2,
        pageLabel: 'ii',
        text: 'two\nthree',
      },
    ])
  })

  test('consecutive sections of the same place are one', () => {
    const place = { headings: ['A'], anchor: 'a' }
    const pieces = split([
      { ...place, blocks: ['one'] },
      { ...place, blocks: ['two'] },
      { headings: ['B'], blocks: ['three'] },
    ])
    expect(pieces.map(({ text }) => text)).toEqual(['one\ntwo', 'three'])
  })

  test.each([
    ['many sections of one place', { count: SECTIONS_MAX, blocks: 1 }],
    ['a section of many blocks', { count: 1, blocks: SECTIONS_MAX }],
  ])('%s hold nobody up', (_, { count, blocks }) => {
    const row =
      'A lamp with a broken wick is repaired for twelve euros, or replaced where that costs less.'
    const sections = Array.from({ length: count }, () => ({
      headings: ['Lamps'],
      blocks: Array.from({ length: blocks }, () => row),
    }))
    const { longestMs, totalMs } = measureSteps(() => splitDocument({ ...PAGE, sections }))
    expect(longestMs).toBeLessThan(50)
    expect(totalMs).toBeLessThan(1_000)
  })

  test('rows of a table stay whole, and a piece is full from its target on', () => {
    const rows = Array.from({ length: 100 }, (_, index) => `row ${index} `.padEnd(99, 'x'))
    const pieces = split([{ headings: [], blocks: rows }])
    expect(pieces.flatMap(({ text }) => text.split('\n'))).toEqual(rows)
    for (const { text } of pieces.slice(0, -1)) {
      expect(text.length).toBeGreaterThanOrEqual(PIECE_TARGET_CHARACTERS - 1)
      expect(text.length).toBeLessThanOrEqual(PIECE_MAX_CHARACTERS)
    }
  })

  test.each([PIECE_MAX_CHARACTERS, PIECE_MAX_CHARACTERS + 1])(
    'a block of %i characters is cut only above the limit',
    (length) => {
      const block = 'Ten words. '.repeat(length).slice(0, length - 1) + '.'
      const pieces = split([{ headings: [], blocks: [block] }])
      expect(pieces).toHaveLength(length > PIECE_MAX_CHARACTERS ? 2 : 1)
      const joined = pieces.map(({ text }) => text.trim()).join(' ')
      expect(joined.replaceAll(/\s+/g, ' ')).toBe(block.replaceAll(/\s+/g, ' '))
    },
  )

  test('a block without spaces is cut between characters', () => {
    const [first] = split([{ headings: [], blocks: ['x' + '😀'.repeat(PIECE_MAX_CHARACTERS)] }])
    expect(first?.text.isWellFormed()).toBe(true)
  })

  test('the full form of a row goes along, and changes the hash', () => {
    const section = { headings: [], blocks: ['1\t2'] }
    const [piece] = split([{ ...section, fullBlocks: ['a: 1; b: 2'] }])
    expect(piece).toMatchObject({ text: '1\t2', fullText: 'a: 1; b: 2' })
    const [plain] = split([section])
    expect(plain).not.toHaveProperty('fullText')
    expect(plain?.hash).not.toBe(piece?.hash)
  })

  test('title, headings and text make the hash; an anchor does not', () => {
    const hashOf = (section: Section, title = 'T') => split([section], { title })[0]?.hash
    const section = { headings: ['A'], blocks: ['one'] }
    expect(hashOf({ ...section, anchor: 'a' })).toBe(hashOf(section))
    expect(hashOf({ ...section, headings: ['B'] })).not.toBe(hashOf(section))
    expect(hashOf({ ...section, blocks: ['two'] })).not.toBe(hashOf(section))
    expect(hashOf(section, 'U')).not.toBe(hashOf(section))
  })

  test('the language of a section goes before that of its document', () => {
    const pieces = split(
      [
        { headings: ['A'], blocks: ['one'] },
        { headings: ['B'], language: 'de', blocks: ['zwei'] },
      ],
      { language: 'en' },
    )
    expect(pieces.map(({ language }) => language)).toEqual(['en', 'de'])
  })

  test('headings are bounded in number and length', () => {
    const headings = Array.from({ length: HEADINGS_MAX + 1 }, (_, index) => `${index}`)
    const [many] = split([{ headings, blocks: ['x'] }])
    expect(many?.headings).toEqual(headings.slice(1))
    const [long] = split([{ headings: ['h'.repeat(HEADING_MAX_CHARACTERS + 1)], blocks: ['x'] }])
    expect(long?.headings[0]).toHaveLength(HEADING_MAX_CHARACTERS)
  })

  test('blocks without text make no piece', () => {
    expect(split([{ headings: ['A'], blocks: [' ', ''] }])).toEqual([])
  })
})
