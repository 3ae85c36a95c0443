import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOptions } from './page-options.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const page = read('docs/embedding.md')
const documented = [...page.matchAll(/`data-([a-z-]+)`/g)].map(([, name = '']) =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
)
const rules = /^const RULES[^]*?^}/m.exec(read('shared/look/read-look.ts'))?.[0] ?? ''
const places =
  /^export interface PlaceOptions[^]*?^}/m.exec(read('loader/page-options.ts'))?.[0] ?? ''
const names = [
  ...Object.keys(readOptions({})),
  ...[...places.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name = '']) => name),
  'launcher',
  'locale',
  'links',
  'linksPaths',
  'eventsContent',
  ...[...rules.matchAll(/^ {2}(\w+)[,:]/gm)].map(([, name = '']) => name),
]

test('each option of a page has a row', () => {
  // Options without an attribute, and the service's address, which the tag has.
  const others = ['tokens', 'messages', 'baseUrl']

  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !documented.includes(name) && !others.includes(name))).toEqual([])
  expect(page).toContain('`theme.tokens`')
  expect(page).toContain('`messages`')
})

test('each row has an option', () => {
  // The last two are not options of the tag: they are set on elements of the page.
  const others = ['auth', 'apiKey', 'userId', 'workspaceId', 'alcoveUnread', 'alcoveCount']
  const known = [...names, ...others]

  expect(documented.length).toBeGreaterThan(30)
  expect(documented.filter((name) => !known.includes(name))).toEqual([])
})
