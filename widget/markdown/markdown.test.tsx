import { afterEach, expect, test, vi } from 'vitest'
import { en } from '../i18n/en.ts'
import { MAX_INLINE_DEPTH } from './limits.ts'
import { markupOf, mountMarkdown } from './testing/mount-markdown.tsx'

afterEach(() => vi.restoreAllMocks())

function draw(text: string): HTMLElement {
  const mounted = mountMarkdown()
  mounted.show(text)
  return mounted.root
}

test.each(['https://example.com/', 'http://example.com/', 'mailto:me@example.com', 'tel:+123'])(
  'links to %s in a new tab without referrer or opener (U60)',
  (address) => {
    const link = draw(`[text](${address})`).querySelector('a')

    expect(link?.getAttribute('href')).toBe(address)
    expect(link?.target).toBe('_blank')
    expect(link?.rel).toBe('noopener noreferrer nofollow')
    expect(link?.textContent).toBe(`text (${en['markdown.newTab']})`)
  },
)

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '<java\tscript:alert(1)>',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com',
  '/relative',
  'relative',
  '//example.com',
  '#fragment',
  '?query',
  'http://',
])('shows a link to %s as inert text (U60)', (address) => {
  const root = draw(`[text](${address})`)

  expect(root.querySelector('a')).toBeNull()
  expect(root.textContent).toContain('text')
})

test('names the real host beside a text that names another one', () => {
  expect(draw('[bank.com](https://evil.example/x)').textContent).toContain('(evil.example)')
  expect(draw('[https://bank.com/a](https://evil.example)').textContent).toContain('evil.example')
  expect(draw('[bank.com](https://www.bank.com/x)').textContent).not.toContain('(www')
  expect(draw('[docs](https://example.com)').textContent).not.toContain('(example.com)')
})

test.each([
  '![alt](https://evil.example/a.png)',
  '![alt][ref]\n\n[ref]: https://evil.example/a.png',
  '[![alt](https://evil.example/a.png)](https://example.com)',
  '<img src="https://evil.example/a.png" onerror="alert(1)">',
  '<svg><image href="https://evil.example/a.png"/></svg>',
  '| a |\n|---|\n| ![alt](https://evil.example/a.png) |',
])('loads nothing for %s, in no prefix of it (U43)', (text) => {
  const mounted = mountMarkdown()

  for (let end = 1; end <= text.length; end += 1) {
    mounted.show(text.slice(0, end), { isStreaming: true })
    expect(
      mounted.root.querySelector('img, image, :not(button) > svg, iframe, [src], [srcset]'),
    ).toBeNull()
  }
})

test('shows an image as a link with its description and host', () => {
  const link = draw('![A cat](https://example.com/cat.png)').querySelector('a')

  expect(link?.textContent).toContain('A cat (example.com)')
  expect(draw('![](https://example.com/a.png)').textContent).toContain(en['markdown.image'])
  expect(draw('![x](data:image/png;base64,AA)').querySelector('a')).toBeNull()
})

test('shows HTML as text', () => {
  const html = '<script>globalThis.pwn = 1</script>'
  const root = draw(`${html}\n\nText <b onclick="x()">bold</b>`)

  expect(root.querySelector('script, b')).toBeNull()
  expect(root.textContent).toContain(html)
  expect(root.textContent).toContain('<b onclick="x()">bold</b>')
})

test('shows what nests too deep in a line as its source', () => {
  const marks = (depth: number) => Array.from({ length: depth }, (_, at) => (at % 2 ? '~~' : '**'))
  const nested = (depth: number) => {
    const open = marks(depth).map((mark) => `${mark}a `)
    const close = marks(depth).map((mark) => `a${mark} `)
    return [...open, ...close.toReversed()].join('')
  }

  expect(draw(nested(MAX_INLINE_DEPTH)).textContent).not.toMatch(/[*~]/)
  expect(draw(nested(MAX_INLINE_DEPTH + 1)).textContent).toMatch(/[*~]/)
})

test('makes text visible that is hidden or reversed', () => {
  expect(draw('a\u202eb').textContent).toBe('a[U+202E]b')
  expect(draw('a\u2066b').textContent).toBe('a[U+2066]b')
  expect(draw('a\u{e0041}').textContent).toBe('a[U+E0041]')
  const wales = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'
  expect(draw(wales).textContent).toBe(wales)
})

test.each([
  ['React را نصب کنید', 'rtl'],
  ['Install ریاکت please', 'ltr'],
  ['نصب `a very long piece of code here` شد', 'rtl'],
  ['انظر https://docs.example.com/start', 'rtl'],
  ['انظر [https://docs.example.com/start](https://docs.example.com/start)', 'rtl'],
  ['انظر [the documentation](https://docs.example.com/start)', 'ltr'],
  ['אב ab', 'rtl'],
  ['ab אב', 'ltr'],
])('gives %s the direction of most of its letters (U51)', (text, direction) => {
  expect(draw(text).querySelector('p')?.dir).toBe(direction)
  expect(draw(`# ${text}`).querySelector('h3')?.dir).toBe(direction)
  expect(draw(`- ${text}`).querySelector('ul')?.dir).toBe(direction)
})

test.each([
  ['안녕하세요, Alcove 입니다', 'ko'],
  ['東京は日本の首都です', 'ja'],
  ['カーソル', 'ja'],
  ['สวัสดีครับ', 'th'],
  ['שלום לכולם', 'he'],
  ['Γεια σας', 'el'],
  ['东京是日本的首都', ''],
  ['Привет', ''],
  ['مرحبا', ''],
  ['Bonjour à tous, « 안녕 »', ''],
  ['`안녕하세요` is Korean', ''],
])('says that %s is in the language %j, where its letters tell it (A35)', (text, language) => {
  expect(draw(text).querySelector('p')?.lang).toBe(language)
  expect(draw(`# ${text}`).querySelector('h3')?.lang).toBe(language)
  expect(draw(`- ${text}`).querySelector('li > *')?.getAttribute('lang') ?? '').toBe(language)
  expect(draw(`| ${text} |\n| --- |`).querySelector('th > *')?.getAttribute('lang') ?? '').toBe(
    language,
  )
})

test('isolates a link from the sentence around it', () => {
  expect(draw('انظر https://docs.example.com/start').querySelector('a')?.dir).toBe('auto')
})

test('gives a block without letters no direction', () => {
  expect(draw('123').querySelector('p')?.hasAttribute('dir')).toBe(false)
})

test('labels the box of a task with its text (A05)', () => {
  const box = draw('- [x] Write **tests**').querySelector('input')
  const name = draw('- [x] a').querySelector('input')?.getAttribute('aria-labelledby')

  expect(box?.disabled).toBe(true)
  expect(box?.checked).toBe(true)
  expect(name).toBeTruthy()
  const root = draw('- [ ] Write **tests**')
  const id = root.querySelector('input')?.getAttribute('aria-labelledby') ?? ''
  expect(root.querySelector(`[id="${id}"]`)?.textContent).toBe('Write tests')
})

test('shifts headings below those of the panel (A04)', () => {
  const root = draw('# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6')

  expect([...root.querySelectorAll('.md-h')].map(({ tagName }) => tagName)).toEqual([
    'H3',
    'H4',
    'H5',
    'H6',
    'H6',
    'H6',
  ])
})

test.each([
  ['a **b', 'p'],
  ['a `b', 'p'],
  ['- a\n- b', 'li:last-child'],
  ['- a\n  - b', 'li li'],
  ['> a', 'blockquote p'],
  ['```\na\nb', 'pre code'],
  ['- ```\n  a\n  b', 'li pre code'],
  ['| a | b |\n|---|---|\n| 1 | 2', 'td + td'],
  ['# a', 'h3'],
  ['a\n\n---\n', 'p:last-child'],
  ['', 'p'],
])('draws the caret at the end of %j (U55)', (text, parent) => {
  const mounted = mountMarkdown()

  mounted.show(text, { isStreaming: true, caret: <i /> })

  const carets = mounted.root.querySelectorAll('i')
  expect(carets).toHaveLength(1)
  expect(carets[0]?.closest(parent)).not.toBeNull()
  expect(carets[0]?.nextSibling).toBeNull()
  mounted.show(text, { caret: <i /> })
  expect(mounted.root.querySelector('i')).toBeNull()
})

test('keeps the nodes of finished blocks while text streams and when it ends (U45)', () => {
  const mounted = mountMarkdown()
  mounted.show('# Title\n\n- one\n- two\n- thr', { isStreaming: true })
  const title = mounted.root.querySelector('h3')
  const item = mounted.root.querySelector('li')

  mounted.show('# Title\n\n- one\n- two\n- three\n\nText', { isStreaming: true })
  mounted.show('# Title\n\n- one\n- two\n- three\n\nText.')

  expect(title).not.toBeNull()
  expect(mounted.root.querySelector('h3')).toBe(title)
  expect(mounted.root.querySelector('li')).toBe(item)
})

test('rewrites only the last piece of growing code', () => {
  const mounted = mountMarkdown()
  const code = (lines: number) => `\`\`\`js\n${'line()\n'.repeat(lines)}`
  mounted.show(code(200), { isStreaming: true })
  const nodes = [...(mounted.root.querySelector('code')?.childNodes ?? [])]

  mounted.show(code(210), { isStreaming: true })

  const later = [...(mounted.root.querySelector('code')?.childNodes ?? [])]
  expect(nodes.length).toBeGreaterThan(3)
  nodes.forEach((node, index) => expect(later[index]).toBe(node))
  expect(mounted.root.querySelector('code')?.textContent).toBe('line()\n'.repeat(210).trimEnd())
})

test('stays markup of the same answer with any line ends', () => {
  expect(markupOf('# a\r\n\r\nb\rc')).toBe(markupOf('# a\n\nb\nc'))
})
