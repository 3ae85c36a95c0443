import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanCopy, copySelection } from './clean-copy.ts'

function clean(markup: string): string {
  const root = document.createElement('div')
  root.innerHTML = markup
  return cleanCopy([root]).innerHTML
}

test('keeps what words mean and drops how they look', () => {
  expect(
    clean(
      '<div class="md"><h3 id="x" style="color:red">A</h3><p dir="auto">b <strong class="y">c</strong></p>' +
        '<ol start="3"><li value="3">d</li></ol></div>',
    ),
  ).toBe('<h3>A</h3><p>b <strong>c</strong></p><ol start="3"><li value="3">d</li></ol>')
})

test('keeps where links lead, and not that they open a tab', () => {
  expect(
    clean(
      '<a class="md-link" href="https://a.example/" target="_blank" rel="noopener">a' +
        '<span class="md-hidden"> (opens in a new tab)</span></a>',
    ),
  ).toBe('<a href="https://a.example/">a</a>')
})

test('drops buttons, labels and what only listeners get', () => {
  expect(
    clean(
      '<div class="md-code"><div class="md-code-head"><span>bash</span><button>Copy</button></div>' +
        '<pre class="z" tabindex="0"><code><span>ls\n</span></code></pre></div>' +
        '<span aria-hidden="true">•</span><div data-ui>Sources</div><svg></svg>',
    ),
  ).toBe('<pre><code>ls\n</code></pre>')
})

test('removes elements that held only labels, but keeps naturally empty ones', () => {
  expect(
    clean(
      '<h2><span class="visually-hidden">You said</span></h2><ul><li><button>x</button></li></ul><p>a<br>b</p>',
    ),
  ).toBe('<p>a<br>b</p>')
})

test('takes text for text', () => {
  const root = document.createElement('p')
  root.textContent = '<img src=x onerror=alert(1)>'
  expect(cleanCopy([root]).innerHTML).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>')
})

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

test('copies words without those of buttons and labels, in lines and as markup (U65)', () => {
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
