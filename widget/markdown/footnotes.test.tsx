import { expect, test } from 'vitest'
import { mountMarkdown } from './testing/mount-markdown.tsx'

function draw(text: string, options = {}): HTMLElement {
  const { root, show } = mountMarkdown()
  show(text, options)
  return root
}

const marksOf = (root: Element) =>
  [...root.querySelectorAll('sup a')].map(({ textContent }) => textContent)
const notesOf = (root: Element) =>
  [...root.querySelectorAll('.md-notes li')].map((note) =>
    note.textContent.replace(/\s*↩.*/, '').trim(),
  )

test('numbers footnotes by their first reference and lists them at the end', () => {
  const root = draw('a[^b] c[^a] d[^b]\n\n[^a]: first\n\n[^b]: second\n\nText after.')

  expect(marksOf(root)).toEqual(['1', '2', '1'])
  expect(notesOf(root)).toEqual(['second', 'first'])
  expect(root.querySelector('.md-root')?.lastElementChild?.className).toBe('md-notes')
})

test.each([false, true])('keeps the footnote of an exclamation (growing: %s)', (isStreaming) => {
  const root = draw('It works![^1] Wow!!![^1]\n\n[^1]: Really.\n\nEnd', { isStreaming })

  expect(marksOf(root)).toEqual(['1', '1'])
  expect(notesOf(root)).toEqual(['Really.'])
  expect(root.querySelector('p')?.textContent).toBe('It works!1 Wow!!!1')
})

test('takes an image whose words begin like a footnote for an image', () => {
  const root = draw('![^1](https://a.example/b.png) ![^2]\n\n[^1]: note')

  expect(marksOf(root)).toEqual([])
  expect(root.textContent).toContain('![^2]')
})

test('leads from a reference to its footnote and back', () => {
  const root = draw('a[^x] b[^x]\n\n[^x]: note')
  const [first, second] = root.querySelectorAll<HTMLAnchorElement>('sup a')
  const note = root.querySelector('.md-notes li')
  const back = root.querySelector('.md-note-back')

  expect(note?.id).toBeTruthy()
  expect(first?.getAttribute('href')).toBe(`#${note?.id}`)
  expect(second?.getAttribute('href')).toBe(`#${note?.id}`)
  expect(back?.getAttribute('href')).toBe(`#${first?.id}`)
  expect(second?.id).toBe('')
  expect(first?.getAttribute('aria-label')).toBe('1, footnote')
})

test('follows its links by focus, without a new address', () => {
  const root = draw('a[^x]\n\n[^x]: note')
  document.body.append(root)
  const before = location.href

  root.querySelector<HTMLElement>('sup a')?.click()
  expect(document.activeElement).toBe(root.querySelector('.md-notes li'))
  root.querySelector<HTMLElement>('.md-note-back')?.click()
  expect(document.activeElement).toBe(root.querySelector('sup a'))
  expect(location.href).toBe(before)
  root.remove()
})

test('gives footnotes of different messages different ids', () => {
  const text = 'a[^x]\n\n[^x]: note'
  const { root, show } = mountMarkdown({ answers: 2 })
  show(text)
  const ids = [...root.querySelectorAll('.md-notes li')].map(({ id }) => id)

  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
})

test('draws blocks in a footnote, and footnotes that footnotes refer to', () => {
  const root = draw('a[^1]\n\n[^1]: One[^2].\n\n    - item\n\n    ```js\n    x\n    ```\n[^2]: Two')

  expect(root.querySelector('.md-notes li li')?.textContent).toBe('item')
  expect(root.querySelector('.md-notes pre')?.textContent).toBe('x')
  expect(root.querySelectorAll('.md-note-back')).toHaveLength(2)
  expect(marksOf(root)).toEqual(['1', '2'])
})

test.each([
  ['a[^1]', 'a[^1]'],
  ['a[^1]\n\n[^2]: b', 'a[^1]'],
  ['a\n\n[^1]: b', 'a'],
])('shows %j at the end as %j', (text, shown) => {
  expect(draw(text).textContent).toBe(shown)
})

test.each(['a[^1]\n\n[^1]: one', 'a[^1]\n[^1]: one', 'a[^1]\n[^1]: one\n'])(
  'finds the footnote that ends %j',
  (text) => {
    const root = draw(text)

    expect(marksOf(root)).toEqual(['1'])
    expect(notesOf(root)).toEqual(['one'])
  },
)

test('shows nothing of a reference until its footnote is there', () => {
  const text = 'a[^1] b\n\n[^1]: note'
  const shown = Array.from({ length: text.length }, (_, at) =>
    draw(text.slice(0, at + 1), { isStreaming: true }),
  )

  expect(shown.filter(({ textContent }) => /[[\]^:]/.test(textContent))).toEqual([])
  expect(marksOf(shown.at(-7) ?? document.body)).toEqual([])
  expect(marksOf(shown.at(-1) ?? document.body)).toEqual(['1'])
})

test('draws the caret in the footnote that grows', () => {
  const root = draw('a[^1]\n\n[^1]: note', { isStreaming: true, caret: <i /> })

  expect(root.querySelectorAll('i')).toHaveLength(1)
  expect(root.querySelector('.md-notes li i')).not.toBeNull()
})
