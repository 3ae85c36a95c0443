import { expect, test } from 'vitest'
import type { DrawCite } from './cited-text.tsx'
import { mountMarkdown } from './testing/mount-markdown.tsx'

const SOURCES = [1, 2, 3, 12]
const drawCite: DrawCite = (number, isLink) =>
  SOURCES.includes(number) ? (
    <button type="button">{`‹${number}›`}</button>
  ) : isLink ? undefined : null

function draw(text: string, isStreaming = false): string {
  const { root, show, unmount } = mountMarkdown()
  show(text, { isStreaming, drawCite })
  const drawn = root.textContent
  unmount()
  return drawn
}

const CITING = [
  [
    'Refunds take 14 days[1]. Then[2][3], and last [12].',
    'Refunds take 14 days‹1›. Then‹2›‹3›, and last ‹12›.',
  ],
  [
    '환불은 14일 이내입니다[1]. 배송비는 제외됩니다[2][3].',
    '환불은 14일 이내입니다‹1›. 배송비는 제외됩니다‹2›‹3›.',
  ],
  [
    'يمكنك إرجاع المنتج خلال 14 يومًا[1]، والشحن مجاني[2].',
    'يمكنك إرجاع المنتج خلال 14 يومًا‹1›، والشحن مجاني‹2›.',
  ],
  ['14日以内[1]。送料は無料です[2]。', '14日以内‹1›。送料は無料です‹2›。'],
  ['**Bold[1]** and *soft[2]*.', 'Bold‹1› and soft‹2›.'],
  ['One[9], two[1].', 'One, two‹1›.'],
] as const

test.each(CITING)('references are drawn at their sentences: %s', (text, drawn) => {
  expect(draw(text)).toBe(drawn)
})

test.each(CITING)(
  'no cut of a stream shows half a reference or takes one back: %s',
  (text, drawn) => {
    const { root, show } = mountMarkdown()
    let before = ''
    for (let end = 1; end <= text.length; end += 1) {
      show(text.slice(0, end), { isStreaming: true, drawCite })
      const now = root.textContent
      expect(drawn.startsWith(now), `${text.slice(0, end)} shows ${now}`).toBe(true)
      expect(now.length).toBeGreaterThanOrEqual(before.trimEnd().length)
      before = now
    }
    show(text, { drawCite })
    expect(root.textContent).toBe(drawn)
  },
)

test('brackets that turn out to hold other words come whole', () => {
  expect(draw('A list[1', true)).toBe('A list')
  expect(draw('A list[12 items', true)).toBe('A list12 items')
  expect(draw('A list[12 items]')).toBe('A list[12 items]')
})

test.each([
  ['`rows[1]`', 'rows[1]'],
  ['```\nrows[1]\n```', 'rows[1]'],
  ['[see [1]](https://a.example)', 'see [1]'],
])('%j holds no reference', (text, words) => {
  const drawn = draw(text)
  expect(drawn).toContain(words)
  expect(drawn).not.toContain('‹')
})

test.each([
  'a[1](https://evil.example).',
  'a[[1]](https://evil.example).',
  'a[1].\n\n[1]: https://evil.example',
])('a link that looks like a reference leads to the source: %j', (text) => {
  const { root, show } = mountMarkdown()
  show(text, { drawCite })
  expect(root.querySelector('button')?.textContent).toBe('‹1›')
  expect(root.querySelector('a')).toBeNull()

  show(text)
  expect(root.querySelector('a')?.getAttribute('href')).toBe('https://evil.example/')
})

test('a link by another number stays a link', () => {
  const { root, show } = mountMarkdown()
  show('a[9](https://a.example).', { drawCite })
  expect(root.querySelector('a')?.getAttribute('href')).toBe('https://a.example/')
})
