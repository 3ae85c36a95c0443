import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The declarations of the first rule with this selector. */
function readRule(sheet: string, selector: string): string {
  const css = readFileSync(resolve(import.meta.dirname, '..', sheet), 'utf8')
  const start = css.indexOf(`\n${selector} {`) + 1 || (css.startsWith(`${selector} {`) ? 0 : -1)
  return start === -1 ? '' : css.slice(start, css.indexOf('}', start))
}

// The frame cannot see the notch and the home indicator: `main.tsx` sets what the loader tells.
test.each([
  ['shell/header/header.css', '.header', /padding-block: calc\(.*var\(--safe-top/],
  ['composer/composer.css', '.composer', /padding-block: .*max\(.*var\(--safe-bottom/],
  ['thread-list/thread-list.css', '.thread-list-header', /padding-block: calc\(.*var\(--safe-top/],
  ['thread-list/thread-list.css', '.thread-list', /padding-block-end: var\(--safe-bottom/],
  ['shell/app.css', '.app', /padding-inline: var\(--safe-left, 0px\) var\(--safe-right, 0px\)/],
  // The sides of a screen do not depend on the language.
  [
    'shell/app.css',
    '.app:dir(rtl)',
    /padding-inline: var\(--safe-right, 0px\) var\(--safe-left, 0px\)/,
  ],
])('%s: %s keeps clear of what covers the screen (U100)', (sheet, selector, declaration) => {
  expect(readRule(sheet, selector)).toMatch(declaration)
})

test('a rule that is not there keeps clear of nothing', () => {
  expect(readRule('shell/app.css', '.main')).not.toBe('')
  expect(readRule('shell/app.css', '.nothing')).toBe('')
})
