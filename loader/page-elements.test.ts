import { expect, test } from 'vitest'
import { contrast } from '../shared/look/contrast.ts'
import { createCss } from './page-elements.ts'
import { readOptions } from './page-options.ts'

/** What a rule of the launcher's style sheet says. */
const rule = (css: string, selector: string) =>
  new RegExp(`(?:^|})${selector}\\{([^}]*)`).exec(css)?.[1] ?? ''

test('closed, the chat is one box of 56 px, as high above the page as it says (U104, U105)', () => {
  const css = createCss(readOptions({ zIndex: 7 }))

  expect(rule(css, '#launcher')).toMatch(/^padding:16px;/)
  expect(rule(css, 'svg')).toContain(';width:24px;')
  expect(rule(css, '#launcher,#panel')).toMatch(/^position:fixed;z-index:7;/)
  expect(rule(css, '#panel')).toMatch(/^visibility:hidden;/)
  expect(rule(css, '.open #panel')).toBe('visibility:visible')
  expect(rule(createCss(readOptions({})), '#launcher,#panel')).toContain('z-index:2147482000;')
})

test('black or white on a launcher can be read, whatever its colour: 4,096 accents', () => {
  const weak: string[] = []
  for (let index = 0; index < 4_096; index += 1) {
    // Of #rgb, each digit twice.
    const accent = index.toString(16).padStart(3, '0').replace(/./g, '$&$&')
    const css = createCss(readOptions({ accent: `#${accent}` }))
    const [, ground = '', sign = ''] = /--accent:(#\w+);--on-accent:(#\w+)\}button/.exec(css) ?? []
    expect(ground).toBe(`#${accent}`)
    if (contrast(ground, sign === '#000' ? '#000000' : '#ffffff') < 4.5) weak.push(accent)
  }
  expect(weak).toEqual([])
})
