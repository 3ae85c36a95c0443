import { afterEach, expect, test, vi } from 'vitest'
import { findOuterSites, UNNAMED_SITE } from './outer-sites.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(location, 'ancestorOrigins')
})

/** Simulates a page within frames of these origins; undefined as in Firefox, which has no list. */
function standIn(origins: readonly string[] | undefined, referrer = '') {
  vi.spyOn(window, 'top', 'get').mockReturnValue({} as Window)
  vi.spyOn(Document.prototype, 'referrer', 'get').mockReturnValue(referrer)
  Object.defineProperty(location, 'ancestorOrigins', { value: origins, configurable: true })
}

test('a page in no frame has none', () => {
  expect(findOuterSites()).toEqual([])
})

test('sites around the page are named once, nearest first, without its own', () => {
  standIn(['https://a.test', location.origin, 'https://b.test', 'https://a.test'])

  expect(findOuterSites()).toEqual(['https://a.test', 'https://b.test'])
})

test('a sandbox or a file around the page has no name', () => {
  standIn(['null'])

  expect(findOuterSites()).toEqual([UNNAMED_SITE])
})

test.each([
  ['https://outer.test/page?secret=1', ['https://outer.test']],
  ['', [UNNAMED_SITE]],
  [`${location.origin}/before`, []],
])('without a list of them, a referrer of "%s" says %o', (referrer, outer) => {
  standIn(undefined, referrer)

  expect(findOuterSites()).toEqual(outer)
})
