import { expect, test } from 'vitest'
import { cleanCopy } from './clean-copy.ts'

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

test('leaves nothing of what held only labels, but keeps what is empty by nature', () => {
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
