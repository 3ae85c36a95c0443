import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { Icon, type IconData } from './icon.tsx'
import { mount } from './mount.test-support.tsx'

const WIDGET = resolve(import.meta.dirname, '..')
const IMPORT_PATTERN = /from '@lucide\/icons\/icons\/([a-z0-9-]+)'/g
const imported = new Set(
  globSync('**/*.tsx', { cwd: WIDGET })
    .filter((path) => !path.includes('.test'))
    .flatMap((path) =>
      Array.from(
        readFileSync(resolve(WIDGET, path), 'utf8').matchAll(IMPORT_PATTERN),
        ([, name]) => name,
      ),
    ),
)
const load = async (name: string) => {
  const module = (await import(`@lucide/icons/icons/${name}`)) as { readonly default: IconData }
  return module.default
}

// The specification's names; "stop square" is `square` there, "refresh" is `refresh-cw`.
test.each([
  'panel-left',
  'plus',
  'check',
  'pencil',
  'refresh-cw',
  'square',
  'arrow-down',
  'chevron-right',
  'layers',
  'shield-check',
])('something draws the icon %s (2.28, 2.29)', async (name) => {
  expect(imported).toContain(name)
  expect(imported).not.toContain('no-such-icon')

  const { node } = await load(name)
  const page = await mount(<Icon of={{ node }} className="small" />)
  const drawing = page.container.querySelector('svg')!
  expect(drawing.getAttribute('class')).toBe('lucide small')
  expect(drawing.getAttribute('aria-hidden')).toBe('true')
  const styles = ['viewBox', 'fill', 'stroke', 'stroke-linecap', 'stroke-linejoin']
  expect(styles.map((each) => drawing.getAttribute(each))).toEqual([
    '0 0 24 24',
    'none',
    'currentColor',
    'round',
    'round',
  ])
  const shapes = Array.from(drawing.children, ({ tagName, attributes }) => [
    tagName,
    Object.fromEntries(Array.from(attributes, (each) => [each.name, each.value])),
  ])
  // The key of a shape is React's, and not drawn.
  const isDrawn = ([name]: [string, string]) => name !== 'key'
  expect(shapes).toEqual(
    node.map(([tag, attributes]) => [
      tag,
      Object.fromEntries(Object.entries(attributes).filter(isDrawn)),
    ]),
  )
  await page.unmount()
})
