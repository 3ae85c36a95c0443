import { afterEach, beforeEach, expect, test } from 'vitest'
import { copySelection } from './copy-selection.ts'

let log: HTMLElement

beforeEach(() => {
  log = document.createElement('div')
  log.setAttribute('role', 'log')
  log.innerHTML =
    '<p class="first">One <b>two</b></p>' +
    '<div class="box"><div class="md-code-head">bash<button>Copy</button></div><pre>ls\n</pre></div>' +
    '<div data-ui>Sources</div><ul><li>a</li><li>b</li></ul>'
  document.body.append(log)
  document.addEventListener('copy', copySelection)
})
afterEach(() => {
  document.removeEventListener('copy', copySelection)
  log.remove()
})

function copy(selected: Node) {
  const range = document.createRange()
  range.selectNodeContents(selected)
  document.getSelection()?.removeAllRanges()
  document.getSelection()?.addRange(range)
  const copied = new Map<string, string>()
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, data: string) => void copied.set(type, data) },
  })
  selected.dispatchEvent(event)
  return { copied, isOurs: event.defaultPrevented }
}

test('copies words without those of buttons and labels, in lines and as markup', () => {
  const { copied, isOurs } = copy(log)
  expect(isOurs).toBe(true)
  expect(copied.get('text/plain')).toBe('One two\nls\n\na\nb')
  expect(copied.get('text/html')).toBe(
    '<p>One <b>two</b></p><pre>ls\n</pre><ul><li>a</li><li>b</li></ul>',
  )
})

test('leaves a selection of mere text to the browser', () => {
  expect(copy(log.querySelector('.first')!).isOurs).toBe(false)
})

test('leaves what lies outside the messages to the browser', () => {
  log.removeAttribute('role')
  expect(copy(log).isOurs).toBe(false)
})
