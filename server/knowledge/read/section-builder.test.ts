import { expect, test } from 'vitest'
import { finishDocument } from './finish-document.ts'
import {
  ANCHOR_LETTERS_MAX,
  FULL_LETTERS_MAX,
  HEADING_LETTERS_MAX,
  LABEL_LETTERS_MAX,
  SECTION_HEADINGS_MAX,
  SECTIONS_MAX,
  TEXT_LETTERS_MAX,
  TITLE_LETTERS_MAX,
} from './read-limits.ts'
import { SectionBuilder } from './section-builder.ts'

test('headings nest by their levels, and a scope keeps its own', () => {
  const builder = new SectionBuilder()
  builder.heading(2, 'A', 'a')
  builder.block('1')
  builder.heading(4, 'B')
  builder.block('2')
  builder.scope('Panel', 'p', () => {
    builder.heading(1, 'C')
    builder.block('3')
    builder.heading(1, 'D')
    builder.block('4')
  })
  builder.block('5')
  builder.heading(3, 'E', 'e')
  builder.block('6')
  expect(
    builder
      .finish()
      .map(({ headings, anchor, blocks }) => [headings.join(' > '), anchor, ...blocks]),
  ).toEqual([
    ['A', 'a', '1'],
    ['A > B', 'a', '2'],
    ['A > B > Panel > C', 'p', '3'],
    ['A > B > Panel > D', 'p', '4'],
    ['A > B', 'a', '5'],
    ['A > E', 'e', '6'],
  ])
})

test('text is kept up to its limit, and the rest of a block is cut', () => {
  const fill = (letters: number) => {
    const builder = new SectionBuilder()
    builder.block('a'.repeat(10))
    builder.block('b'.repeat(letters - 10))
    const kept = builder
      .finish()
      .flatMap(({ blocks }) => blocks)
      .join('')
    return [kept.length, builder.isFull]
  }
  expect(fill(TEXT_LETTERS_MAX)).toEqual([TEXT_LETTERS_MAX, false])
  expect(fill(TEXT_LETTERS_MAX + 1)).toEqual([TEXT_LETTERS_MAX, true])
})

test('sections are kept up to their limit', () => {
  const fill = (sections: number) => {
    const builder = new SectionBuilder()
    for (let index = 0; index < sections; index += 1) {
      builder.heading(1, `Heading ${index}`)
      builder.block('Text')
    }
    return [builder.finish().length, builder.isFull]
  }
  expect(fill(SECTIONS_MAX)).toEqual([SECTIONS_MAX, false])
  expect(fill(SECTIONS_MAX + 1)).toEqual([SECTIONS_MAX, true])
})

test.each([0, 1])('what each section repeats has limits (%i over them)', (over) => {
  const builder = new SectionBuilder()
  const [anchor, label] = [
    'a'.repeat(ANCHOR_LETTERS_MAX + over),
    'l'.repeat(LABEL_LETTERS_MAX + over),
  ]
  const heading = 'h'.repeat(HEADING_LETTERS_MAX + over)
  const full = 'f'.repeat(FULL_LETTERS_MAX + over)
  builder.page(1, label)
  builder.language(label)
  builder.heading(1, heading, anchor)
  builder.block('1', full)
  const [section] = builder.finish()
  const isKept = over === 0

  expect(section).toEqual({
    headings: ['h'.repeat(HEADING_LETTERS_MAX)],
    page: 1,
    blocks: ['1'],
    ...(isKept && { anchor, pageLabel: label, language: label, fullBlocks: [full] }),
  })
})

test('a section has its innermost headings, and a document a title of some lines', () => {
  const builder = new SectionBuilder()
  const nest = (depth: number): void => {
    if (depth === 0) builder.block('x')
    else builder.scope(`${depth}`, undefined, () => nest(depth - 1))
  }
  nest(SECTION_HEADINGS_MAX + 1)
  const document = finishDocument(builder, builder.finish(), {
    title: 't'.repeat(TITLE_LETTERS_MAX + 1),
  })

  expect(document.sections[0]?.headings).toEqual(['8', '7', '6', '5', '4', '3', '2', '1'])
  expect(document.title).toHaveLength(TITLE_LETTERS_MAX)
})
