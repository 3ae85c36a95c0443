import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSitePolicy, withPolicyTag } from './site-policy.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const PAGE = '<!doctype html><html><head><meta charset="utf-8"><title>A page</title></head></html>'

test('scripts that stand in a page are allowed by their hashes, each once', () => {
  const html = `<script>one()</script><script id="x" type="module">\n two()\n</script><script>one()</script>
    <script src="/own.js"></script><script async src="x.js">fallback()</script>`

  const policy = createSitePolicy(html, undefined)

  expect(policy).toContain(`script-src 'self' ${hashOf('one()')} ${hashOf('\n two()\n')};`)
})

test('style sheets that stand in a page are allowed by their hashes, and no style attribute is', () => {
  const policy = createSitePolicy('<style>a{}</style><p style="color:red"></p>', undefined)

  expect(policy).toContain(`; style-src 'self' ${hashOf('a{}')};`)
  expect(policy).not.toContain('unsafe')
})

test('a script has one hash, whichever ends its lines have', () => {
  expect(createSitePolicy('<script>\r\none()\r\n</script>', undefined)).toContain(
    hashOf('\none()\n'),
  )
})

test('nothing but the site itself is loaded, and the service by pages with the chat', () => {
  expect(createSitePolicy('', undefined)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'",
  )
  const policy = createSitePolicy('', 'https://chat.example')
  expect(policy.match(/https:\S+/g)).toEqual(['https://chat.example;', 'https://chat.example;'])
})

test('a built page carries its policy before all that it loads', () => {
  const html = withPolicyTag(PAGE)

  const [, content] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)!
  expect(content).toBe(createSitePolicy(PAGE, undefined))
  expect(html.indexOf('http-equiv')).toBeLessThan(html.indexOf('<title>'))
})

test('the service’s place is in the policy of a built page that embeds the chat', () => {
  const html = withPolicyTag(PAGE.replace('A page', '{{ALCOVE_ORIGIN}}'))

  expect(html).toContain("script-src 'self' {{ALCOVE_ORIGIN}};")
})

test('a built page without a place for its policy ends the build', () => {
  expect(() => withPolicyTag('<html></html>')).toThrow('has no <meta charset="utf-8">')
})
