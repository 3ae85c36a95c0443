import { expect, test } from 'vitest'
import { findForbidden } from './find-forbidden.ts'

function parse(html: string): Element {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

test.each([
  ['<script>1</script>', 'script'],
  ['<img src="https://x.example/a.png">', 'img'],
  ['<p><iframe></iframe></p>', 'iframe'],
  ['<p onclick="1">a</p>', 'p onclick'],
  ['<p style="color: red">a</p>', 'p style'],
  ['<a href="javascript:1">a</a>', 'javascript:1'],
  ['<a href="data:text/html,a">a</a>', 'data:text/html,a'],
  ['<math><mi href="https://x.example">a</mi></math>', 'math href'],
  ['<math><mi style="background: url(a)">a</mi></math>', 'math style'],
  ['<math><annotation-xml>a</annotation-xml></math>', 'annotation-xml'],
])('finds the violation in %s', (html, found) => {
  expect(findForbidden(parse(html))).toContain(found)
})

test('finds nothing in what an answer is made of', () => {
  const html =
    '<p class="md-p">a <a href="https://x.example" rel="noopener" target="_blank">b</a></p>' +
    '<math display="block"><msup><mi>x</mi><mn>2</mn></msup></math>'
  expect(findForbidden(parse(html))).toEqual([])
})
