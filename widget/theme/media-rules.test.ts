import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PLACEHOLDER_AFTER_MS } from '../ui/use-held-placeholder.tsx'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8')

/** Style sheets of the host page: launcher, panel, and elements beside them. */
const PAGE_SHEETS = globSync('loader/**/*.css', { cwd: ROOT })
const frameSheets = globSync('widget/**/*.css', { cwd: ROOT })

/** WCAG's limit for flashes, with a whole cycle between two flashes. */
const FLASHES_PER_SECOND = 3

/** Each endless animation: its place, its selector, and the duration of one cycle. */
function endless(sheets: readonly string[]) {
  return sheets.flatMap((path) =>
    [
      ...read(path).matchAll(
        /([^{}]+)\{[^{}]*animation:\s*[\w-]+ ([\d.]+)(m?s)[^;]*infinite[^{}]*\}/g,
      ),
    ].map(([, selector = '', time = '', unit]) => ({
      path,
      selector: selector.trim().split('\n').at(-1)!,
      turnSeconds: Number(time) / (unit === 'ms' ? 1_000 : 1),
    })),
  )
}

/** Content of a sheet's first block for a condition. */
function blockOf(path: string, condition: string): string {
  const [, after = ''] = read(path).split(`@media (${condition}) {`)
  return after.split('\n}\n')[0] ?? ''
}

test('with more contrast, borders and faint texts have the stronger colours (A52)', () => {
  const block = blockOf('widget/theme/tokens.css', 'prefers-contrast: more')

  expect(block).toContain('--hairline: var(--control);')
  expect(block).toContain('--text-faint: var(--text-muted);')
  expect(blockOf('widget/theme/tokens.css', 'prefers-contrast: less')).toBe('')

  // The panel's own border is on the page. After the schemes, since both have the same specificity.
  const [, panel = ''] = read('loader/panel/panel.css').split(/^\.dark \{/m)
  expect(panel).toMatch(
    /@media \(prefers-contrast: more\) \{\s+\[class\] \{\s+--hairline: var\(--control\);/,
  )
  expect(read('loader/shell.css')).toMatch(/box-shadow:\s+0 0 0 1px var\(--hairline\)/)
})

test('the panel opens within 200 ms, a sheet too (U107)', () => {
  const sheet = read('loader/shell.css')
  const opening = /\n\.open #panel \{[^}]*transition:\s+([^;]+);/.exec(sheet)?.[1] ?? ''
  const seconds = [...opening.matchAll(/([\d.]+)s\b/g)].map(([, time]) => Number(time))
  expect(seconds).toHaveLength(3)
  expect(seconds.filter((time) => time > 0.2)).toEqual([])

  // No other rule sets it, except for reduced motion, which shortens it.
  const others = [...sheet.matchAll(/transition-duration: ([\d.]+)s/g)].map(([, time]) => time)
  expect(others).toEqual(['0.1'])
})

test('Chinese, Japanese and Korean break strictly, without spacing, each in its own fonts (U111)', () => {
  const sheet = read('widget/markdown/east-asian.css')
  const rule = /\n:is\(([^{]+)\) \{([^}]+)\}/.exec(sheet)
  expect(rule?.[1]).toBe(':lang(ja), :lang(ko), :lang(zh)')
  expect(rule?.[2]).toMatch(/letter-spacing: 0 !important;\s+line-break: strict;/)
  expect(rule?.[2]).toContain('word-break: normal;')

  const fonts = [...sheet.matchAll(/html:lang\((.+)\) \{\s+--font-body:\s+([^;]+);/g)]
  expect(fonts.map(([, lang]) => lang)).toEqual(['ja', 'ko', 'zh-Hans', 'zh-Hant'])
  expect(new Set(fonts.map(([, , stack]) => stack)).size).toBe(4)
  for (const [, , stack = ''] of fonts) expect(stack).toMatch(/^system-ui, '.+sans-serif$/s)
})

test('endless animations are too slow to flash (A21)', () => {
  const all = endless([...frameSheets, ...PAGE_SHEETS])

  expect(all.map(({ path }) => path)).toContain('widget/messages/message.css')
  expect(all.map(({ path }) => path)).toContain('loader/panel/panel.css')
  expect(all.filter(({ turnSeconds }) => !(turnSeconds > 1 / FLASHES_PER_SECOND))).toEqual([])
})

test('content within 150 ms has no placeholder before it (U108)', () => {
  const sheets = ['widget/messages/log/thread.css', 'widget/thread-list/thread-row.css']
  for (const sheet of sheets) {
    // Duration of the fade, then the invisible delay before it.
    expect(read(sheet)).toContain('animation: skeleton-appear 150ms 150ms backwards;')
  }
  expect(PLACEHOLDER_AFTER_MS).toBe(150)
})

test('with less motion nothing repeats, slides or grows, in the frame and on the page (A20, A50)', () => {
  const frame = blockOf('widget/theme/base.css', 'prefers-reduced-motion: reduce')
  expect(frame).toMatch(/^\s*\*,\s*\*::before,\s*\*::after \{/)
  expect(frame).toContain('animation: none !important;')
  expect(frame).toContain('scroll-behavior: auto !important;')
  expect(frame).toContain('transition-duration: 0s !important;')
  // No other rule takes precedence.
  const important = frameSheets.filter((path) => /animation[^;{}]*!important/.test(read(path)))
  expect(important).toEqual(['widget/theme/base.css'])

  const page = blockOf('loader/shell.css', 'prefers-reduced-motion')
  expect(page).toMatch(/^\s*\*,\s*::after \{/)
  for (const rule of ['translate: none', 'scale: none', 'animation: none']) {
    expect(page).toContain(`${rule} !important;`)
  }
  expect(page).toContain('transition-duration: 0.1s !important;')
  // The rule covers this selector.
  expect(endless(PAGE_SHEETS).map(({ selector }) => selector)).toEqual(['.answering::after'])
})
