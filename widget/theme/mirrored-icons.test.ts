import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const WIDGET = resolve(import.meta.dirname, '..')

/** Icons that are drawn by a name with a side; `[dir='rtl'] [data-flip]` in `base.css` mirrors them. */
const SIDED = /<(?:[A-Z]\w*(?:Left|Right|Forward)|Undo\d|Redo\d)\b[^<>]*\/>/g

test('icons that point to a side are mirrored in a chat that runs from right to left (U110)', () => {
  const icons = globSync('**/*.tsx', { cwd: WIDGET }).flatMap((path) =>
    (readFileSync(resolve(WIDGET, path), 'utf8').match(SIDED) ?? []).map(
      (icon) => `${path}: ${icon}`,
    ),
  )

  expect(icons.length).toBeGreaterThan(5)
  expect(icons.filter((icon) => !icon.includes('data-flip'))).toEqual([])
})
