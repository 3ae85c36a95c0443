import { expect, test } from 'vitest'
import { showPlace } from './show-place.ts'

/** A page with elements of these ids; returns the effect on its address. */
function show(fragment: string, present: string, ids: readonly string[] = []): string {
  let effect = ''
  const location = {
    get hash() {
      return present
    },
    set hash(next: string) {
      effect = `hash ${next}`
    },
    replace: (next: string) => void (effect = `replace ${next}`),
  } as Location
  const getElementById = (id: string) => (ids.includes(id) ? document.createElement('h2') : null)
  showPlace(fragment, { location, getElementById })
  return effect
}

test.each([
  ['a place alone is an entry of the history', '#refunds', '', [], 'hash #refunds'],
  ['a text comes with its place', '#refunds:~:text=a,b', '', [], 'replace #refunds:~:text=a,b'],
  ['a text without a place', '#:~:text=a', '', [], 'replace #:~:text=a'],
  [
    'a fragment of the router stays',
    '#refunds:~:text=a',
    '#/help?x=1',
    [],
    'replace #/help?x=1:~:text=a',
  ],
  [
    'a place of the page is replaced',
    '#refunds:~:text=a',
    '#top',
    ['top'],
    'replace #refunds:~:text=a',
  ],
  [
    'a place with an encoded id is replaced',
    '#b:~:text=a',
    '#%C3%BC',
    ['ü'],
    'replace #b:~:text=a',
  ],
  ['a fragment that is no text stays', '#b:~:text=a', '#%', [], 'replace #%:~:text=a'],
  ['several texts stay together', '#b:~:text=a&text=c', '', [], 'replace #b:~:text=a&text=c'],
])('%s: %s on %j', (_, fragment, present, ids, effect) => {
  expect(show(fragment, present, ids)).toBe(effect)
})
