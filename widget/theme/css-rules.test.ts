import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const WIDGET = resolve(import.meta.dirname, '..')

const PHYSICAL: readonly RegExp[] = [
  /(?:^|[\s;{])(?:left|right|top|bottom)\s*:/,
  /(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b/,
  /(?:^|[\s;{])(?:(?:min|max)-)?(?:width|height)\s*:/,
  /text-align\s*:\s*(?:left|right)/,
  /(?:float|clear)\s*:\s*(?:left|right)/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
  /overflow-(?:left|right)/,
  /(?:margin|padding|inset|border-width)\s*:\s*\S+\s+\S+\s+\S+\s+\S+/,
]
const FOREIGN: readonly RegExp[] = [/@import/, /url\(\s*['"]?(?!data:|#)/, /outline\s*:\s*none/]

/** Chromium supports the parent's direction only under this name, and otherwise takes the text's own. */
const ONE_ENGINE = /(?<!text-align:\s*-webkit-match-parent;\s*)text-align:\s*match-parent/

/** Lines of a style sheet that violate a rule. */
function offences(css: string, rules: readonly RegExp[]): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return plain
    .split('\n')
    .filter((line) => !line.trim().startsWith('@media') && rules.some((rule) => rule.test(line)))
    .map((line) => line.trim())
}

const sheets = globSync('**/*.css', {
  cwd: WIDGET,
  exclude: (path) => path.includes('node_modules'),
})

test('finds the style sheets', () => {
  expect(sheets.length).toBeGreaterThan(10)
})

test('every style sheet works in both writing directions and loads nothing (U110)', () => {
  const found = sheets.flatMap((sheet) => {
    const path = resolve(WIDGET, sheet)
    const lines = offences(readFileSync(path, 'utf8'), [...PHYSICAL, ...FOREIGN])
    return lines.map((line) => `${relative(WIDGET, path)}: ${line}`)
  })
  expect(found).toEqual([])
})

test('text aligned to its container’s side is aligned so in every engine', () => {
  const keeping = sheets.filter((sheet) =>
    readFileSync(resolve(WIDGET, sheet), 'utf8').includes('match-parent'),
  )

  expect(keeping.length).toBeGreaterThan(1)
  expect(
    keeping.filter((sheet) => ONE_ENGINE.test(readFileSync(resolve(WIDGET, sheet), 'utf8'))),
  ).toEqual([])
  expect(ONE_ENGINE.test('a { text-align: match-parent; }')).toBe(true)
})

test.each([
  'a { left: 0 }',
  'a { margin-left: 1rem; }',
  'a { padding: 0 1rem 0 2rem; }',
  'a { width: 10rem; }',
  'a { max-height: 10rem; }',
  'a { text-align: right; }',
  'a { border-top-left-radius: 1rem; }',
  'a { float: left; }',
  '@import "x.css";',
  'a { background: url(https://example.com/x.png) }',
])('would report %s', (css) => {
  expect(offences(css, [...PHYSICAL, ...FOREIGN])).toHaveLength(1)
})

test.each(['@media (max-height: 420px) {', 'a { margin-inline: 1rem 2rem; }', 'a { inset: 0; }'])(
  'accepts %s',
  (css) => {
    expect(offences(css, [...PHYSICAL, ...FOREIGN])).toEqual([])
  },
)
