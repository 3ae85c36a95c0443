import { afterEach, beforeEach, expect, test } from 'vitest'
import { addEscapeLayer } from './use-escape-layer.tsx'

let heard: string[]
let removals: (() => void)[]
const outside = () => void heard.push('window')
const add = (name: string, answer?: false) => {
  const remove = addEscapeLayer(() => {
    heard.push(name)
    return answer
  })
  removals.push(remove)
  return remove
}
const press = (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  document.body.dispatchEvent(event)
  return event
}

beforeEach(() => {
  heard = []
  removals = []
  window.addEventListener('keydown', outside)
})
afterEach(() => {
  removals.forEach((remove) => remove())
  window.removeEventListener('keydown', outside)
})

test('gives a press to the latest layer only', () => {
  add('first')
  const removeSecond = add('second')

  expect(press('Escape').defaultPrevented).toBe(true)
  expect(heard).toEqual(['second'])
  removeSecond()
  press('Escape')
  expect(heard).toEqual(['second', 'first'])
})

test('asks the layer below when a press is not the upper one’s', () => {
  add('first')
  add('second', false)
  press('Escape')
  expect(heard).toEqual(['second', 'first'])
})

test('lets a press through that no layer takes', () => {
  add('only', false)
  expect(press('Escape').defaultPrevented).toBe(false)
  expect(heard).toEqual(['only', 'window'])
})

test.each([
  ['another key', 'Enter', {}],
  ['an open input method', 'Escape', { isComposing: true }],
  ['an input method in Safari', 'Escape', { keyCode: 229 }],
])('leaves %s alone', (_, key, init) => {
  add('only')
  press(key, init)
  expect(heard).toEqual(['window'])
})

test('may be taken away twice', () => {
  add('first')
  const remove = add('second')
  remove()
  remove()
  press('Escape')
  expect(heard).toEqual(['first'])
})
