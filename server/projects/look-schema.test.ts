import { expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { parseConfig } from './parse-config.ts'

const parse = (look: unknown) =>
  parseConfig(
    { projects: { shop: { look } } },
    { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS },
  ).get('shop')?.look

test('what an owner says is kept as it is said: the frame reads it again', () => {
  const look = {
    theme: { accent: '#7C3AED', tokens: { dark: { link: '#c4b5fd' } } },
    launcher: { label: 'Ask Pip', icon: 'M4 7h16', position: 'top-start' },
    startScreen: { prompts: ['One'] },
  }

  expect(parse(look)).toEqual(look)
  expect(parse({})).toEqual({})
})

test.each<[unknown, string]>([
  ['dark', 'look: expected an object'],
  [{ theme: { accent: 'red' } }, 'look: theme.accent: expected a colour such as #0f6b5c'],
  [{ theme: 'dark' }, 'look: theme: there is no such option'],
  [{ theme: { scheme: 'dark' } }, 'look: theme.scheme: there is no such option'],
  [{ nmae: 'Pip' }, 'look: nmae: there is no such option; did you mean name?'],
  [
    { theme: { tokens: { light: { text: '#eeeeee' } } } },
    'look: theme.tokens.light: text on canvas has a contrast of 1.11:1; expected 4.5:1',
  ],
  [{ launcher: { label: '' } }, 'look: launcher: expected 1 to 60 characters'],
  [{ launcher: { icon: '<svg>' } }, 'look: launcher: expected the path of a line'],
  [{ launcher: { position: 'middle' } }, 'look: launcher: expected bottom-end'],
  [{ launcher: { lable: 'Ask' } }, 'look: launcher: unknown key "lable"; did you mean "label"?'],
])('%j keeps the server from starting, in words', (look, words) => {
  expect(() => parse(look)).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(words) }),
  )
})
