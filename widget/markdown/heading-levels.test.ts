import { expect, test } from 'vitest'
import type { Tokens } from 'marked'
import { createHeadingLevels } from './heading-levels.ts'
import { createBlockSplitter } from './split-blocks.ts'

function outline(text: string): number[] {
  const levels = createHeadingLevels()
  const blocks = createBlockSplitter().finish(text)
  levels.update(blocks)
  return blocks.flatMap((block) =>
    block.kind === 'token' && block.token.type === 'heading' ? levels.levelOf(block.token) : [],
  )
}

test.each([
  ['# a\n\n## b\n\n### c', [3, 4, 5]],
  ['### a\n\n### b', [3, 3]],
  ['### a\n\n# b\n\n### c', [3, 3, 4]],
  ['# a\n\n###### b\n\n## c\n\n### d', [3, 4, 4, 5]],
  ['# a\n\n## b\n\n### c\n\n#### d\n\n##### e', [3, 4, 5, 6, 6]],
])('gives %j the levels %j', (text, levels) => {
  expect(outline(text)).toEqual(levels)
})

test('counts the headings inside quotes and lists', () => {
  const levels = createHeadingLevels()
  const blocks = createBlockSplitter().finish('## a\n\n> ### b\n\n- #### c')
  levels.update(blocks)
  const inside = blocks.flatMap((block) => {
    if (block.kind !== 'token') return []
    const { token } = block
    if (token.type === 'blockquote') return [token.tokens[0] as Tokens.Heading]
    return token.type === 'list' ? [token.items[0]!.tokens[0] as Tokens.Heading] : []
  })

  expect(inside.map(levels.levelOf)).toEqual([4, 5])
})

test('keeps every level while the text grows', () => {
  const text = '### a\n\ntext\n\n# b\n\n## c\n\ntext'
  const levels = createHeadingLevels()
  const splitter = createBlockSplitter()
  const seen = new Map<string, number>()
  for (let end = 1; end <= text.length; end += 1) {
    const blocks = splitter.push(text.slice(0, end))
    levels.update(blocks)
    for (const block of blocks) {
      if (block.kind !== 'token' || block.token.type !== 'heading') continue
      const level = levels.levelOf(block.token)
      expect(seen.get(block.token.text) ?? level).toBe(level)
      seen.set(block.token.text, level)
    }
  }

  expect([...seen]).toEqual([
    ['a', 3],
    ['b', 3],
    ['c', 4],
  ])
})
