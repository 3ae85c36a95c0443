import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { drawReference } from './draw-reference.ts'
import { REFERENCE_FILE } from './main.ts'
import { membersOf, readOptions, readProductTypes, splitDefault } from './read-options.ts'

const book = readProductTypes(REPOSITORY_ROOT)
const options = readOptions(book)
const page = drawReference(book)

test('the reference is that of the code: npm run reference writes it', () => {
  expect(readFileSync(join(REPOSITORY_ROOT, REFERENCE_FILE), 'utf8')).toBe(page)
})

test('every option is one row, whether a page, a project or an attribute says it', () => {
  const paths = options.map(({ path }) => path)
  const places = book.table('shared/look/read-look.ts', 'PLACES') as Record<string, string>
  const ofLoader = book.table('loader/page-options.ts', 'DEFAULTS') as Record<string, unknown>
  const ofElement = book.table('npm/element.ts', 'ATTRIBUTES') as Record<string, string>

  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(expect.arrayContaining(Object.keys(places)))
  const attributes = options.flatMap(({ attribute }) => attribute ?? [])
  expect(new Set(attributes).size).toBe(attributes.length)
  const kebab = Object.keys(ofLoader).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )
  expect([...attributes, 'base-url']).toEqual(expect.arrayContaining(kebab))
  const elementAttributes = options.flatMap(({ elementAttribute }) => elementAttribute ?? [])
  expect(elementAttributes.toSorted()).toEqual(Object.keys(ofElement).toSorted())
})

test('an option has its default, its choices and its accepted values, as the code describes them', () => {
  const find = (path: string) => options.find((option) => option.path === path)

  expect(find('position')).toMatchObject({ attribute: 'position', fallback: '`bottom-end`' })
  expect(find('theme.scheme')).toMatchObject({
    attribute: 'theme',
    choices: ['auto', 'light', 'dark', 'host'],
  })
  expect(find('theme.accentMode')?.choices).toEqual(['balanced', 'brand'])
  expect(find('launcherLabel')).toMatchObject({ attribute: 'launcher-label' })
  expect(find('theme')).toBeUndefined()
  expect(find('name')?.expected).toBe('a text of 1 to 60 characters')
  expect(find('theme.tokens')).not.toHaveProperty('attribute')
})

test('every command, event and error of the types stands on the page', () => {
  const commands = ['BareChat', 'ChatCommands'].flatMap((name) => membersOf(book, name))
  const events = membersOf(book, 'ChatEvents')

  expect(commands.filter(({ name }) => !page.includes(`### \`${name}\``))).toEqual([])
  expect(events.filter(({ name }) => !page.includes(`| \`${name}\` |`))).toEqual([])
  expect(commands.length + events.length).toBeGreaterThan(20)
})

test('each block of a project’s configuration stands on the page', () => {
  // A look is the options of the page; the others are tables with a row for each field.
  const drawn = new Set(['LookBlock'])
  const waiting = ['ProjectBlock']
  const missing: string[] = []
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (drawn.has(name)) continue
    const { members, above } = book.get(name)
    const types = [...members.map(({ text }) => text), ...above.map((type) => book.textOf(type))]
    waiting.push(...types.flatMap((type) => type.match(/\b\w+Block\b/g) ?? []))
    drawn.add(name)
    if (members.length > 0 && !page.includes(`### \`${name}\``)) missing.push(name)
  }
  expect(missing).toEqual([])
  expect(drawn).toContain('AuthorizationBlock')
  expect(drawn).toContain('KeySetRuleBlock')
})

test('each error has its cause and remedy among the troubles (D11)', () => {
  const trouble = readFileSync(join(REPOSITORY_ROOT, 'docs/troubleshooting.md'), 'utf8')
  const told = [...trouble.matchAll(/^### `(\w+)`\n\n\S/gm)].map(([, code]) => code)
  const codes = [...book.get('ErrorCode').text.matchAll(/'(\w+)'/g)].map(([, code]) => code)

  expect(new Set(told)).toEqual(new Set(codes))
  expect(told).toHaveLength(codes.length)
})

test.each([
  ['How round. Default `round`.', ['How round.', '`round`']],
  ['In pixels, 0 to 9. Default 20.', ['In pixels, 0 to 9.', '20']],
  ['Default `a`, and `b.c` for d. Then more.', ['Then more.', '`a`, and `b.c` for d']],
  ['A\n  comment.', ['A comment.', undefined]],
  ['What is done. All are true by default.', ['What is done.', 'true']],
])('the default of %j stands apart', (doc, parts) => {
  expect(splitDefault(doc)).toEqual(parts)
})
