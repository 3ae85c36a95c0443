import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '../../shared/look/contrast.ts'
import { DEFAULT_PALETTES } from '../../shared/look/default-palettes.ts'

type Tokens = Record<string, string>

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

/** The colours of a scheme's block. */
function readTokens(scheme: 'light' | 'dark'): Tokens {
  const block = css.split(`html[data-scheme='${scheme}'] {`)[1]?.split('}')[0] ?? ''
  const pairs = [...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)]
  return Object.fromEntries(pairs.map((match) => [match[1] ?? '', match[2] ?? '']))
}

/** Names of all tokens of a scheme, whatever their values are. */
function readNames(scheme: 'light' | 'dark'): readonly string[] {
  const block = css.split(`html[data-scheme='${scheme}'] {`)[1]?.split('}')[0] ?? ''
  return [...block.matchAll(/--([a-z-]+):/g)].map((match) => match[1] ?? '').toSorted()
}

function failures(tokens: Tokens, front: string[], back: string[], least: number): string[] {
  return front.flatMap((name) =>
    back
      .map((ground) => ({ ground, ratio: contrast(tokens[name]!, tokens[ground]!) }))
      .filter(({ ratio }) => !(ratio >= least))
      .map(({ ground, ratio }) => `${name} on ${ground}: ${ratio.toFixed(2)}`),
  )
}

const SURFACES = ['canvas', 'surface', 'raised', 'sunken', 'soft-accent']

test('the measure agrees with the known ends and with a known failing pair', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(failures({ a: '#777777', b: '#ffffff' }, ['a'], ['b'], 4.5)).toEqual(['a on b: 4.48'])
})

const WIDGET = resolve(import.meta.dirname, '..')

const sheets = globSync('**/*.css', { cwd: WIDGET })
  .map((sheet) => readFileSync(resolve(WIDGET, sheet), 'utf8'))
  .join('\n')
const namesOf = (pattern: RegExp) =>
  new Set([...sheets.matchAll(pattern)].map((match) => match[1] ?? ''))

test('every token that a style sheet uses is declared, and every colour is used', () => {
  // Tokens with a fallback may be missing.
  const needed = namesOf(/var\(--([a-z-]+)\)/g)
  const declared = namesOf(/--([a-z-]+):/g)

  expect(needed).toContain('canvas')
  expect([...needed].filter((name) => !declared.has(name))).toEqual([])
  expect(Object.keys(readTokens('light')).filter((name) => !needed.has(name))).toEqual([])
})

test.each(['light', 'dark'] as const)('both schemes declare the same tokens: %s', (scheme) => {
  expect(readNames(scheme)).toEqual(readNames('light'))
})

test.each(['light', 'dark'] as const)(
  'single colours are overridden of the same palette: %s',
  (scheme) => {
    expect(readTokens(scheme)).toEqual(DEFAULT_PALETTES[scheme])
  },
)

test.each(['light', 'dark'] as const)(
  'text reaches 4.5:1 wherever it may stand: %s (A10)',
  (scheme) => {
    const tokens = readTokens(scheme)

    expect(failures(tokens, ['text', 'text-muted', 'text-faint', 'link'], SURFACES, 4.5)).toEqual(
      [],
    )
    expect(failures(tokens, ['on-accent'], ['accent', 'accent-hover'], 4.5)).toEqual([])
    expect(failures(tokens, ['text', 'text-muted'], ['danger-bg', 'warning-bg'], 4.5)).toEqual([])
    expect(failures(tokens, ['danger'], ['danger-bg', 'canvas', 'surface'], 4.5)).toEqual([])
    expect(failures(tokens, ['warning'], ['warning-bg'], 4.5)).toEqual([])
  },
)

test.each(['light', 'dark'] as const)('edges, ring, dot and tick reach 3:1: %s (A13)', (scheme) => {
  const tokens = readTokens(scheme)

  expect(failures(tokens, ['control', 'focus', 'accent', 'success'], SURFACES, 3)).toEqual([])
  expect(failures(tokens, ['control'], ['danger-bg', 'warning-bg'], 3)).toEqual([])
})
