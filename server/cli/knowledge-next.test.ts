import { expect, test } from 'vitest'
import { nextOfSource } from './knowledge-next.ts'

const folder = { project: 'default', kind: 'folder', base: undefined, hasConfig: false } as const
const BASE = 'https://shop.example/help/'

test('a folder without --base is told of it, and other sources are not', () => {
  expect(nextOfSource(folder)).toContain('--base')
  expect(nextOfSource({ ...folder, base: BASE })).not.toContain('--base')
  expect(nextOfSource({ ...folder, kind: 'url' })).not.toContain('--base')
})

test('the demo is told while it answers: in the main project, without a configuration', () => {
  expect(nextOfSource(folder)).toMatch(/leave the demo behind, .*`export default \{ projects/)
  expect(nextOfSource({ ...folder, hasConfig: true })).not.toContain('demo')
  const shop = nextOfSource({ ...folder, project: 'shop' })
  expect(shop).not.toContain('demo')
  expect(shop).toContain('knowledge search "a question" --project shop')
})
