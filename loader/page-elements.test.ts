import { expect, test } from 'vitest'
import { contrast } from '../shared/look/contrast.ts'
import { createCss } from './page-elements.ts'
import { readOptions } from './page-options.ts'

/** The declarations of all rules of a selector, in a document that has the style sheet. */
function rule(css: string, selector: string): Record<string, string> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const found = [...sheet.cssRules].filter(
    (each) =>
      each instanceof CSSStyleRule &&
      each.selectorText.replace(/\s+/g, '') === selector.replace(/\s+/g, ''),
  ) as CSSStyleRule[]
  const declarations = found.flatMap(({ style }) =>
    Array.from({ length: style.length }, (_, index) => {
      const name = style.item(index)
      return [name, style.getPropertyValue(name)] as const
    }),
  )
  return Object.fromEntries(declarations)
}

test('closed, the chat is one box of 56 px, as high above the page as it says (U104, U105)', () => {
  const css = createCss(readOptions({ zIndex: 7 }))

  expect(rule(css, '#launcher')['padding-top']).toBe('16px')
  expect(rule(css, 'svg')['width']).toBe('24px')
  for (const part of ['#launcher', '#panel']) expect(rule(css, part)['position']).toBe('fixed')
  expect(rule(css, '#launcher,#panel')['z-index']).toBe('7')
  expect(rule(css, '#panel')['visibility']).toBe('hidden')
  expect(rule(css, '.open #panel')['visibility']).toBe('visible')
  expect(rule(createCss(readOptions({})), '#launcher,#panel')['z-index']).toBe('2147482000')
})

test('black or white on a launcher can be read, whatever its colour: 4,096 accents', () => {
  const weak: string[] = []
  for (let index = 0; index < 4_096; index += 1) {
    // `#rgb` with each digit doubled.
    const accent = index.toString(16).padStart(3, '0').replace(/./g, '$&$&')
    const css = createCss(readOptions({ accent: `#${accent}` }))
    const [, ground = '', sign = ''] =
      /\[class\]\{--accent:(#\w+);--on-accent:(#\w+)\}/.exec(css) ?? []
    expect(ground).toBe(`#${accent}`)
    if (contrast(ground, sign === '#000' ? '#000000' : '#ffffff') < 4.5) weak.push(accent)
  }
  expect(weak).toEqual([])
})
