import { expect, test } from 'vitest'
import { judgeLink, type LinkVerdict } from './judge-link.ts'

const HERE = new URL('https://shop.example/help/refunds?tab=2#top')
const PATHS = ['/shop/*', '/help/:topic', '/search?q=*', '/#/wiki/*']
const verdictOf = (url: unknown, here = HERE, paths: unknown = PATHS) => judgeLink(url, here, paths)

test.each<[string, LinkVerdict]>([
  // Places of this page.
  ['https://shop.example/help/refunds#a', 'step'],
  ['https://shop.example/help/refunds?tab=2#a', 'step'],
  ['https://shop.example/help/refunds#', 'step'],
  ['HTTPS://SHOP.EXAMPLE:443/help/refunds#a', 'step'],
  ['https://shop.example/x/../help/refunds#a', 'step'],
  ['https://shop.example/logout?x#a', 'ask'],
  ['https://shop.example/account?tab=2#a', 'ask'],
  ['https://shop.example/account#a', 'ask'],
  // Allowed paths.
  ['https://shop.example/shop/chair', 'open'],
  ['https://shop.example/shop/chair/', 'open'],
  ['https://shop.example/shop/', 'open'],
  ['https://shop.example/shop', 'ask'],
  ['https://shop.example/shop/chair?size=2#photo', 'open'],
  ['https://shop.example/shop/st%C3%BChle', 'open'],
  ['https://shop.example/shop/stühle', 'open'],
  ['https://shop.example/shop/a%20chair', 'open'],
  ['https://shop.example/help/refunds', 'open'],
  ['https://shop.example/help/refunds?tab=3#a', 'open'],
  ['https://shop.example/help/returns/now', 'ask'],
  ['https://shop.example/search?q=chair', 'open'],
  ['https://shop.example/search?do=delete', 'ask'],
  ['https://shop.example/#/wiki/chairs', 'open'],
  ['https://shop.example/#/logout', 'ask'],
  // All other addresses of the site.
  ['https://shop.example/logout', 'ask'],
  ['https://shop.example/', 'ask'],
  ['https://shop.example', 'ask'],
  ['https://shop.example/SHOP/chair', 'ask'],
  ['https://shop.example/shopping/chair', 'ask'],
  ['https://shop.example//shop/chair', 'ask'],
  // Paths that servers read in several ways.
  ['https://shop.example/shop/../logout', 'ask'],
  ['https://shop.example/shop/%2e%2e/logout', 'ask'],
  ['https://shop.example/shop/.%2E/logout', 'ask'],
  ['https://shop.example/shop\\..\\logout', 'ask'],
  ['https://shop.example/shop/..\\logout', 'ask'],
  ['https://shop.example/shop/..%2flogout', 'ask'],
  ['https://shop.example/shop/..%5Clogout', 'ask'],
  ['https://shop.example/shop/%252e%252e/logout', 'ask'],
  ['https://shop.example/shop/..;/logout', 'ask'],
  ['https://shop.example/shop/..%00/logout', 'ask'],
  ['https://shop.example/shop/a/../logout', 'open'],
  ['https://shop.example/shop//chair', 'ask'],
  ['https://shop.example/shop/%', 'ask'],
  ['https://shop.example/shop/%ff', 'ask'],
  ['https://shop.example/shop/a%E2%80%8Bb', 'ask'],
  ['https://shop.example/sh\top/chair', 'open'],
  // Names before the host.
  ['https://shop.example@shop.example/shop/chair', 'ask'],
  ['https://eve:secret@shop.example/help/refunds#a', 'ask'],
  // Other sites.
  ['https://www.shop.example/shop/chair', 'foreign'],
  ['https://shop.example:8443/shop/chair', 'foreign'],
  ['http://shop.example/shop/chair', 'foreign'],
  ['https://shop.example.evil.example/shop/chair', 'foreign'],
  ['https://shop.example@evil.example/shop/chair', 'foreign'],
  ['https://evil.example/shop/chair', 'foreign'],
  ['https://ѕhop.example/shop/chair', 'foreign'],
  ['https://shop.example./shop/chair', 'foreign'],
  ['https:\\\\evil.example/shop/chair', 'foreign'],
  // Any text but an absolute http(s) address.
  ['/shop/chair', 'foreign'],
  ['#a', 'foreign'],
  ['?x#a', 'foreign'],
  ['//shop.example/shop/chair', 'foreign'],
  ['\\\\shop.example/shop/chair', 'foreign'],
  [' https://shop.example/shop/chair', 'foreign'],
  ['javascript:alert(1)', 'foreign'],
  ['data:text/html,Hello', 'foreign'],
  ['blob:https://shop.example/1', 'foreign'],
  ['mailto:a@shop.example', 'foreign'],
  ['https://', 'foreign'],
  ['', 'foreign'],
])('%j: %s', (url, verdict) => {
  expect(verdictOf(url)).toBe(verdict)
})

test.each([undefined, null, 7, {}, ['https://shop.example/shop/a']])('%j is foreign', (url) => {
  expect(verdictOf(url)).toBe('foreign')
})

test.each([undefined, '', [], null])(
  'with %j for paths nothing but a place of the page opens',
  (paths) => {
    expect(judgeLink('https://shop.example/help/refunds#a', HERE, paths)).toBe('step')
    expect(judgeLink('https://shop.example/shop/chair', HERE, paths)).toBe('ask')
  },
)

test('an address opens at once from any page of the site', () => {
  const elsewhere = new URL('https://shop.example/account')

  expect(verdictOf('https://shop.example/shop/chair', elsewhere, '/blog /shop/*')).toBe('open')
})

test('a page without an origin is led nowhere', () => {
  const nowhere = new URL('about:srcdoc')

  expect(nowhere.origin).toBe('null')
  for (const url of ['javascript:alert(1)', 'data:text/html,Hello', 'https://shop.example/'])
    expect(verdictOf(url, nowhere, '/*')).toBe('foreign')
})
