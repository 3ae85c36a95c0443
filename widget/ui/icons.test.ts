import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const WIDGET = resolve(import.meta.dirname, '..')
const IMPORT_PATTERN = /from '@lucide\/icons\/icons\/([a-z0-9-]+)'/g
const imported = new Set(
  globSync('**/*.tsx', { cwd: WIDGET }).flatMap((path) =>
    Array.from(
      readFileSync(resolve(WIDGET, path), 'utf8').matchAll(IMPORT_PATTERN),
      ([, name]) => name,
    ),
  ),
)

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
])('something draws the icon %s', (name) => {
  expect(imported).toContain(name)
  expect(imported).not.toContain('no-such-icon')
})
