import { expect, test } from 'vitest'
import { setTabStops } from './message-element.ts'

function createArticle() {
  const article = document.createElement('article')
  article.innerHTML =
    '<a href="https://example.com">a</a><button>b</button><pre tabindex="0">c</pre><p>d</p>'
  const tabIndexes = () => [...article.children].map((child) => child.getAttribute('tabindex'))
  return { article, tabIndexes }
}

test('takes links, buttons and scrollers out of the Tab order, and puts them back as they were', () => {
  const { article, tabIndexes } = createArticle()
  const before = article.innerHTML

  setTabStops(article, false)
  expect(tabIndexes()).toEqual(['-1', '-1', '-1', null])
  setTabStops(article, true)
  expect(article.innerHTML).toBe(before)
})

test('takes also a box out of the order that scrolls sideways', () => {
  const { article, tabIndexes } = createArticle()
  const box = article.querySelector('pre')!
  box.setAttribute('role', 'group')
  Object.defineProperty(box, 'scrollWidth', { value: 900 })

  setTabStops(article, false)
  expect(tabIndexes()[2]).toBe('-1')
  setTabStops(article, true)
  expect(tabIndexes()[2]).toBe('0')
})

test('may be repeated, also when new elements came in between', () => {
  const { article, tabIndexes } = createArticle()

  setTabStops(article, false)
  article.append(document.createElement('button'))
  setTabStops(article, false)
  expect(tabIndexes()).toEqual(['-1', '-1', '-1', null, '-1'])
  setTabStops(article, true)
  expect(tabIndexes()).toEqual([null, null, '0', null, null])
})
