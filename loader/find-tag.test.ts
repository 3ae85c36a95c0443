import { afterEach, expect, test, vi } from 'vitest'
import { findTag } from './find-tag.ts'

const SRC = 'https://chat.test/alcove.js'
const BASE = 'https://chat.test/'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** A script element that the simulated browser does not run. */
function createScript(attributes: Record<string, string>) {
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  return script
}

const addScript = (attributes: Record<string, string>) => {
  const script = createScript({ type: 'text/plain', ...attributes })
  document.body.append(script)
  return script
}

const runAs = (script: Element | null) =>
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script as HTMLScriptElement)

const isFree = () => false

test.each([
  { type: '0a1b2c-text/javascript', src: SRC },
  { type: 'litespeed/javascript', 'data-src': SRC },
  { type: 'rocketlazyloadscript', 'data-rocket-src': `${SRC}?ver=6` },
  { type: 'text/plain', 'data-anything': '//chat.test/alcove.js' },
])('a tag that an optimiser rewrote is found: %o', (attributes) => {
  runAs(null)
  addScript({ ...attributes, 'data-app': 'shop' })

  expect(findTag(isFree)).toMatchObject({
    app: 'shop',
    baseUrl: expect.stringMatching(/:\/\/chat\.test\/$/),
  })
})

test.each([
  'https://chat.test/other.js',
  'https://chat.test/notalcove.js',
  'https://chat.test/alcove.js.map',
  'https://[broken/alcove.js',
])('%s is not an address of the file', (src) => {
  runAs(null)
  addScript({ src, 'data-app': 'shop' })
  expect(findTag(isFree)).toEqual({})

  // Positive control.
  addScript({ src: SRC })
  expect(findTag(isFree)).toMatchObject({ baseUrl: BASE })
})

test('a file under another name is known by its attribute, a combined file is not', () => {
  const src = 'https://shop.test/assets/chat.js'
  runAs(createScript({ src, 'data-app': 'shop' }))
  expect(findTag(isFree)).toMatchObject({ app: 'shop', baseUrl: 'https://shop.test/assets/' })

  runAs(createScript({ src, 'data-minify': '1' }))
  expect(findTag(isFree)).toEqual({})

  // A tag with the file's own name takes precedence.
  runAs(createScript({ src, 'data-app': 'theirs' }))
  addScript({ src: SRC, 'data-app': 'shop' })
  expect(findTag(isFree)).toEqual({ app: 'shop', baseUrl: BASE })
})

test('a folder of one version or of a project is part of the address', () => {
  runAs(null)
  addScript({ src: 'https://chat.test/v/1.2.3/alcove.js' })

  expect(findTag(isFree)).toMatchObject({ baseUrl: 'https://chat.test/v/1.2.3/' })
})

test('the address of a running script is never replaced, nor are its options', () => {
  runAs(createScript({ src: SRC, 'data-app': 'mine' }))
  addScript({ 'data-src': 'https://evil.test/alcove.js', 'data-app': 'evil' })
  addScript({ 'data-src': SRC, 'data-app': 'other' })

  expect(findTag(isFree)).toEqual({ app: 'mine', baseUrl: BASE })
})

test('a copy without attributes has those of the tag that does not run, by the same address', () => {
  runAs(createScript({ src: SRC }))
  addScript({ 'data-src': 'https://evil.test/alcove.js', 'data-app': 'evil' })
  expect(findTag(isFree)).toEqual({ baseUrl: BASE })

  addScript({ 'data-src': SRC, 'data-app': 'shop' })
  expect(findTag(isFree)).toEqual({ app: 'shop', src: SRC, baseUrl: BASE })
})

test.each([
  ['another script', createScript({ src: 'https://shop.test/combined.js', 'data-id': 'theirs' })],
  ['an inline script', createScript({ 'data-app': 'theirs' })],
  ['a module', null],
])('%s that runs the code gets the options of the tag, not its own', (_, script) => {
  runAs(script)
  expect(findTag(isFree)).toEqual({})

  addScript({ src: SRC, 'data-app': 'shop' })
  expect(findTag(isFree)).toEqual({ app: 'shop', baseUrl: BASE })
})

test('tags of two services are no answer', () => {
  runAs(null)
  addScript({ src: SRC })
  expect(findTag(isFree)).toMatchObject({ baseUrl: BASE })

  addScript({ src: 'https://evil.test/alcove.js' })
  expect(findTag(isFree)).toEqual({})
})

test('of several tags each one is found once', () => {
  runAs(null)
  addScript({ src: SRC, 'data-app': 'one' })
  addScript({ src: SRC, 'data-app': 'two', 'data-global': 'Two' })

  expect(findTag(isFree)).toMatchObject({ app: 'one' })
  expect(findTag((global = 'Alcove') => global === 'Alcove')).toMatchObject({ app: 'two' })
  // If both chats run, the first is found again, whose name shows that it was loaded twice.
  expect(findTag(() => true)).toMatchObject({ app: 'one' })
})

test('elements that are no scripts are no tags', () => {
  runAs(null)
  const image = document.createElement('img')
  image.setAttribute('data-src', SRC)
  document.body.append(image)

  expect(findTag(isFree)).toEqual({})
})
