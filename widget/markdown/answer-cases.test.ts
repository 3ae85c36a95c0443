import { describe, expect, test } from 'vitest'
import { createBlockSplitter } from './split-blocks.ts'
import CASES from './testing/answer-cases.json' with { type: 'json' }
import { outlineOf } from './testing/outline.ts'

const read = (text: string): string => outlineOf(createBlockSplitter().finish(text))

/** Reads like a stream: each prefix before the next. */
function readGrowing(text: string): string {
  const splitter = createBlockSplitter()
  for (let end = 1; end <= text.length; end += 1) splitter.push(text.slice(0, end))
  return outlineOf(splitter.finish(text))
}

/** More cases of the same kinds. */
const MORE: readonly (readonly [kind: string, text: string, html: string])[] = [
  ['tilde', '5~7U at 100~200', '<p>5~7U at 100~200</p>'],
  ['tilde', '~a~', '<p>~a~</p>'],
  ['tilde', '~~~~a', '<pre lang="a"></pre>'],
  ['tilde', '~/a and ~/b', '<p>~/a and ~/b</p>'],
  ['tilde', '**5~7** and **8~9**', '<p><strong>5~7</strong> and <strong>8~9</strong></p>'],
  ['tilde', '~~a~b~~', '<p><del>a~b</del></p>'],
  ['fences', '~~~md\n~~~sh\nls\n~~~\nb\n~~~\nc', '<pre lang="md">~~~sh\nls\n~~~\nb</pre><p>c</p>'],
  [
    'fences',
    '```md\n````sh\n```\n````\nb\n```\nc',
    '<pre lang="md">````sh\n```\n````\nb</pre><p>c</p>',
  ],
  [
    'fences',
    '```MD\n- ```sh\n  ls\n  ```\nb\n```\nc',
    '<pre lang="MD">- ```sh\n  ls\n  ```\nb</pre><p>c</p>',
  ],
  [
    'fences',
    '- ```md\n  ```sh\n  ls\n  ```\n  b\n  ```\n- c',
    '<list><li><pre lang="md">```sh\nls\n```\nb</pre></li><li><p>c</p></li></list>',
  ],
  ['fences', '```md\n~~~sh\nls\n~~~\n```\nc', '<pre lang="md">~~~sh\nls\n~~~</pre><p>c</p>'],
  ['fences', '```sh\n```js\n```\nc', '<pre lang="sh">```js</pre><p>c</p>'],
  ['fences', '```md\n```\nls\n```', '<pre lang="md"></pre><p>ls</p><pre></pre>'],
  ['brackets', '\\[citation needed\\]', '<p>[citation needed]</p>'],
  ['brackets', '\\[x\\]', '<p><math display>x</math></p>'],
  ['brackets', 'a \\[x\\] b', '<p>a [x] b</p>'],
  ['brackets', 'so \\[x + 1\\] b', '<p>so <math display>x + 1</math> b</p>'],
  ['brackets', 'a \\[--depth=1\\] b', '<p>a [--depth=1] b</p>'],
  ['brackets', '\\[1\\] Smith 2020\n\\[2\\] Lee', '<p>[1] Smith 2020\n[2] Lee</p>'],
  [
    'brackets',
    '\\[text\\](https://x.example)',
    '<p>[text](<a href="https://x.example">https://x.example</a>)</p>',
  ],
  ['brackets', 'f\\(x\\) and \\(see the note\\)', '<p>f(x) and (see the note)</p>'],
  ['brackets', 'is \\(1\\) here', '<p>is <math>1</math> here</p>'],
  ['money', 'It is $5 and $10.', '<p>It is $5 and $10.</p>'],
  ['money', '从$5到$10，或$20/月', '<p>从$5到$10，或$20/月</p>'],
  ['money', '用$的和用$的', '<p>用$的和用$的</p>'],
  ['money', 'ราคา$5ถึง$10', '<p>ราคา$5ถึง$10</p>'],
  ['formulas', 'ให้$x$เป็น', '<p>ให้<math>x</math>เป็น</p>'],
  ['formulas', '设\\(x\\)为', '<p>设<math>x</math>为</p>'],
  ['formulas', '设$\\text{长度}$为', '<p>设<math>\\text{长度}</math>为</p>'],
  ['formulas', 'a$x$b', '<p>a$x$b</p>'],
  [
    'emphasis',
    'snake_case_name and __init__.py',
    '<p>snake_case_name and <strong>init</strong>.py</p>',
  ],
  ['emphasis', '变量snake_case_name是', '<p>变量snake_case_name是</p>'],
  ['emphasis', 'サーバー**"強調"**です', '<p>サーバー<strong>"強調"</strong>です</p>'],
  ['emphasis', 'คำ**"เน้น"**ครับ', '<p>คำ<strong>"เน้น"</strong>ครับ</p>'],
  [
    'tables',
    '| `a | b` |\n|---|\n| `c | d` |',
    '<table><tr><th><code>a | b</code></th></tr><tr><td><code>c | d</code></td></tr></table>',
  ],
  [
    'tables',
    '| a | b |\n|---|---|\n| `c | d` |',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>`c</td><td>d`</td></tr></table>',
  ],
  [
    'tables',
    '| a | b |\n|---|---|\n| ``c ` | d`` | e |',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><code>c ` | d</code></td><td>e</td></tr></table>',
  ],
  ['marks', 'a【12†x】b【†y】c', '<p>ab【†y】c</p>'],
  ['marks', '`【4:0†x】`', '<p><code>【4:0†x】</code></p>'],
]

describe.each([
  ['at once', read],
  ['letter by letter', readGrowing],
])('given %s', (_, readText) => {
  test.each(CASES.map(({ id, text, html }) => [id, text, html]))('%s', (_id, text, html) => {
    expect(readText(text)).toBe(html)
  })

  test.each(MORE)('%s: %j', (_kind, text, html) => {
    expect(readText(text)).toBe(html)
  })
})

const ADDRESS = 'https://example.com/a'

test.each([
  ...'،؛؟۔।॥»›«‹׃။៖។፡።՝։᠂…“”„‘’、。，；：！？（）「」『』【】《》〜～\u200f\u2069\u00ad\u200b',
])('an address ends before %s', (sign) => {
  expect(read(`(${ADDRESS}${sign} b`)).toBe(`<p>(<a href="${ADDRESS}">${ADDRESS}</a>${sign} b</p>`)
  expect(read(`${ADDRESS}${sign}b`)).toBe(`<p><a href="${ADDRESS}">${ADDRESS}</a>${sign}b</p>`)
})

test.each([...'ー々〆〇ñßёאبकไ가·・–־״\u200c'])('an address goes on after %s', (sign) => {
  const address = `${ADDRESS}${sign}b`
  expect(read(address)).toBe(`<p><a href="${address}">${address}</a></p>`)
})

test.each([...'·・–—־״\u200c'])('an address does not end with %j', (sign) => {
  expect(read(`${ADDRESS}${sign} b`)).toBe(`<p><a href="${ADDRESS}">${ADDRESS}</a>${sign} b</p>`)
})

test.each(['«www.example.com»', '（www.example.com）', '"www.example.com'])(
  'reads the address in %s',
  (text) => {
    expect(read(text).includes('<a href="http://www.example.com">')).toBe(!text.startsWith('"'))
  },
)

/** How a growing text shows characters without a meaning yet. */
test.each([
  ['As it says \\[1', '<p>As it says 1</p>'],
  ['the capital【4:0†ber', '<p>the capital</p>'],
  ['the capital【', '<p>the capital</p>'],
  ['见【第', '<p>见【第</p>'],
  ['设$x', '<p>设<math>x</math></p>'],
])('of %j stands while it grows', (text, html) => {
  expect(outlineOf(createBlockSplitter().push(text))).toBe(html)
})
