import { expect, test } from 'vitest'
import { createCitationUnifier } from './unify-citations.ts'

/** The text of a model that knows the passages 1 to 3, read in slices. */
function unify(text: string, slice: number): string {
  const unifier = createCitationUnifier((number) => number <= 3)
  const id = 't'
  let read = ''
  const add = (parts: ReturnType<typeof unifier.read>) => {
    for (const part of parts) if (part.type === 'text-delta') read += part.delta
  }
  for (let at = 0; at < text.length; at += slice) {
    add(unifier.read({ type: 'text-delta', id, delta: text.slice(at, at + slice) }))
  }
  add(unifier.read({ type: 'text-end', id }))
  return read
}

test.each([
  ['Free【1】 [^2] [1, 3]', 'Free[1] [2] [1][3]'],
  ['Free【2†source】.', 'Free[2].'],
  ['Not found [9] 【9】', 'Not found [9] 【9】'],
  ['In code `a[1, 2]`', 'In code `a[1, 2]`'],
  ['[1](https://evil.example/) and [[9]](https://evil.example/)', '[1] and [9]'],
  ['[1]: https://evil.example/', '\\[1]: https://evil.example/'],
  ['[9]: https://evil.example/', '\\[9]: https://evil.example/'],
  ['![1](https://evil.example/x.png)', '![1](https://evil.example/x.png)'],
  [`[1](https://evil.example/${'x'.repeat(600)})`, `[1] (https://evil.example/${'x'.repeat(600)})`],
])('%s is written as %s, and no number is a link', (text, written) => {
  for (let slice = 1; slice <= Math.min(text.length, 40); slice += 1) {
    expect(unify(text, slice)).toBe(written)
  }
})
