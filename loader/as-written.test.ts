import { afterEach, expect, test } from 'vitest'
import { AlcoveError } from '../shared/errors.ts'
import { asWritten } from './as-written.ts'

afterEach(() => document.head.replaceChildren())

function addTag(attributes: Readonly<Record<string, string>>, src = 'https://chat.test/alcove.js') {
  const script = document.createElement('script')
  for (const [name, value] of Object.entries({ type: 'text/plain', src, ...attributes }))
    script.setAttribute(name, value)
  document.head.append(script)
}

const write = (message: string, code: 'config_invalid' | 'internal' = 'config_invalid') =>
  asWritten(new AlcoveError(code, message)).message

test.each([
  ['data-accent', 'accent: expected a colour', 'data-accent: expected a colour'],
  ['data-offset-x', 'offsetX: expected 0 to 9999', 'data-offset-x: expected 0 to 9999'],
  [
    'data-disclamer-link',
    'disclamerLink: there is no such option; did you mean disclaimerLink?',
    'data-disclamer-link: there is no such option; did you mean data-disclaimer-link?',
  ],
])('an option is named by its attribute %s', (attribute, message, written) => {
  addTag({ [attribute]: 'x' })

  expect(write(message)).toBe(written)
})

test('an option that no tag of the chat has, and other errors, stay as they are', () => {
  addTag({ 'data-accent': 'x' }, 'https://other.test/widget.js')
  expect(write('accent: expected a colour')).toBe('accent: expected a colour')

  addTag({ 'data-accent': 'x' })
  for (const message of ['theme.accent: expected a colour', 'on: expected a function', 'accent'])
    expect(write(message)).toBe(message)
  expect(write('accent: expected a colour', 'internal')).toBe('accent: expected a colour')
})

test('the hint stays', () => {
  addTag({ 'data-accent': 'x' })

  const { hint } = asWritten(
    new AlcoveError('config_invalid', 'accent: wrong', { hint: 'Mend it' }),
  )

  expect(hint).toBe('Mend it')
})
