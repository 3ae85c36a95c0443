import { expect, test } from 'vitest'
import { isLookalike } from './links.tsx'
import { mountMarkdown } from './testing/mount-markdown.tsx'

function draw(text: string): HTMLElement {
  const { root, show } = mountMarkdown()
  show(text)
  return root
}

const hostShown = (text: string) =>
  draw(text).querySelector('.md-host')?.textContent.replace(/[ ()]/g, '')

test.each([
  ['[https://аpple.com](https://аpple.com)', 'xn--pple-43d.com'],
  ['https://аpple.com', 'xn--pple-43d.com'],
  ['[paypаl.com](https://paypаl.com)', 'xn--paypl-7ve.com'],
  ['[bank.com](https://evil.example)', 'evil.example'],
  ['![cat](https://例え.jp/a.png)', 'xn--r8jz45g.jp'],
])('shows beside %s the host as the network knows it', (text, host) => {
  expect(hostShown(text)).toBe(host)
})

test.each([
  '[https://münchen.de](https://münchen.de)',
  'https://例え.jp',
  '[пример.рф](https://пример.рф)',
  '[docs](https://аpple.com)',
  '[me@bank.com](mailto:me@bank.com)',
])('shows no host beside %s', (text) => {
  expect(draw(text).querySelector('a')).not.toBeNull()
  expect(hostShown(text)).toBeUndefined()
})

test.each([
  ['apple.com', false],
  ['münchen.de', false],
  ['日本語.jp', false],
  ['ラーメンabc.jp', false],
  ['пример.рф', false],
  ['משהו.co', false],
  ['аррӏе.com', true],
  ['аpple.com', true],
  ['gοοgle.com', true],
  ['www.αβγ.com', true],
])('takes %s for a lookalike: %s', (host, expected) => {
  expect(isLookalike(host)).toBe(expected)
})

test.each([
  ['请看 https://example.com/路径。然后继续。', 'https://example.com/路径'],
  ['（https://example.com/a）', 'https://example.com/a'],
  ['看https://example.com/a，再看', 'https://example.com/a'],
  ['「https://example.com」', 'https://example.com'],
  ['https://example.com/a！', 'https://example.com/a'],
])('ends the address in %s before the full-width mark (U50)', (text, address) => {
  const link = draw(text).querySelector('a')

  expect(link?.firstChild?.textContent).toBe(address)
})

test.each([
  ['中文**“强调”**中文', '“强调”'],
  ['これは**「重要」**です', '「重要」'],
  ['**重要。**これ', '重要。'],
  ['이것은 **중요(重要)**한', '중요(重要)'],
  ['**참고:**다음', '참고:'],
  ['**‘引用’**的', '‘引用’'],
  ['他说**你好！**然后', '你好！'],
])('makes the marked words of %s bold (U50)', (text, words) => {
  expect(draw(text).querySelector('strong')?.textContent).toBe(words)
  expect(draw(text).textContent).not.toContain('*')
})

test.each(['a**"b"**c', 'a** b **c'])('leaves %s as CommonMark does', (text) => {
  expect(draw(text).textContent).toBe(text)
})
