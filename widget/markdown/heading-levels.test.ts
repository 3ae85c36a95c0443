import { expect, test } from 'vitest'
import { createHeadingLevels } from './heading-levels.tsx'
import { createBlockSplitter } from './split-blocks.ts'

function outline(text: string): number[] {
  const levels = createHeadingLevels()
  const blocks = createBlockSplitter().finish(text)
  levels.update(blocks)
  return blocks.flatMap((block) => (block.type === 'heading' ? levels.levelOf(block) : []))
}

test.each([
  ['# a\n\n## b\n\n### c', [3, 4, 5]],
  ['### a\n\n### b', [3, 3]],
  ['### a\n\n# b\n\n### c', [3, 3, 4]],
  ['# a\n\n###### b\n\n## c\n\n### d', [3, 4, 4, 5]],
  ['# a\n\n## b\n\n### c\n\n#### d\n\n##### e', [3, 4, 5, 6, 6]],
])('gives %j the levels %j (A04)', (text, levels) => {
  expect(outline(text)).toEqual(levels)
})

test('counts the headings inside quotes and lists', () => {
  const levels = createHeadingLevels()
  const blocks = createBlockSplitter().finish('## a\n\n> ### b\n\n- #### c')
  levels.update(blocks)
  const inside = blocks.flatMap((block) => {
    if (block.type === 'quote') return block.children
    return block.type === 'list' ? block.items.flatMap(({ children }) => children) : []
  })

  expect(inside.map((node) => node.type === 'heading' && levels.levelOf(node))).toEqual([4, 5])
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
      if (block.type !== 'heading') continue
      const level = levels.levelOf(block)
      const name = block.phrase.source
      expect(seen.get(name) ?? level).toBe(level)
      seen.set(name, level)
    }
  }

  expect([...seen].filter(([name]) => name !== '')).toEqual([
    ['a', 3],
    ['b', 3],
    ['c', 4],
  ])
})
