import { act, isValidElement, type ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { en } from '../i18n/en.ts'
import { MAX_FORMULA_CHARS } from './limits.ts'
import { MAX_FORMULA_DEPTH, MAX_FORMULA_NODES, renderFormula } from './formulas/render-formula.tsx'
import { findForbidden } from './testing/find-forbidden.ts'
import { mountMarkdown } from './testing/mount-markdown.tsx'

afterEach(() => void vi.restoreAllMocks())

/**
 * Processor time of this thread. An endless formula would use all of it, and slow machines need more than fast
 * ones.
 */
const BOUND_MS = 1_000

/** Draws a text, and waits for the code for formulas. */
async function draw(text: string, options = {}): Promise<HTMLElement> {
  const { root, show } = mountMarkdown()
  show(text, options)
  await act(async () => void (await import('./formulas/render-formula.tsx')))
  return root
}

test.each([
  ['a $x^2$ b', 'msup', 'inline'],
  ['${x}^2$', 'msup', 'inline'],
  ['the $n^2$th of $AB^2$s', 'msup', 'inline'],
  ['a \\(x^2\\) b', 'msup', 'inline'],
  ['a $$x^2$$ b', 'msup', 'block'],
  ['a \\[x^2\\] b', 'msup', 'block'],
  ['$$\n\\frac{a}{b}\n$$', 'mfrac', 'block'],
  ['\\[\n\\frac{a}{b}\n\\]', 'mfrac', 'block'],
  ['- a\n\n  $$\n  \\frac{a}{b}\n  $$', 'mfrac', 'block'],
  ['$$x = \\frac{a}{b}\n+ 1$$', 'mfrac', 'block'],
  ['| $\\sqrt{2}$ |\n|---|\n| b |', 'msqrt', 'inline'],
])('draws %j as MathML', async (text, element, display) => {
  const root = await draw(text)

  const math = root.querySelector('math')!
  expect(math).not.toBeNull()
  expect(math.querySelector(element)).not.toBeNull()
  expect(math.getAttribute('display') ?? 'inline').toBe(display)
  expect(math.closest('[dir=ltr]')).not.toBeNull()
  expect(findForbidden(root)).toEqual([])
})

test.each([
  'It costs $5 and $10.',
  'Between $5-$10 a month',
  'US$5 or US$6',
  '$HOME and $PATH',
  'export PATH=${HOME}/bin:${PATH}',
  'export PATH=$HOME/bin:$PATH',
  '${home}/bin:$path',
  '`a` in ${a}/${b}',
  'Hello ${name}, it is ${price}$',
  'a $ b $ c',
  '$a $b',
  'a $5$6 b',
  '\\$a\\$',
  '`$a$`',
  '$$$',
  '\\(\\)',
  '\\[\\]',
  '$$',
  'a\n\n$$\n\nb',
])('takes %j for no formula', async (text) => {
  const root = await draw(text)

  expect(root.querySelector('.md-math, .md-math-box')).toBeNull()
  expect(root.textContent.length).toBeGreaterThan(1)
})

test.each(['$\\nosuchmacro{a}$', '$\\frac{a}$', '$x^x^x$'])(
  'shows %s, which cannot be read, as it was written (U53)',
  async (text) => {
    expect((await draw(`a ${text} b`)).textContent).toBe(`a ${text} b`)
  },
)

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\url{https://evil.example}',
  '\\includegraphics{https://evil.example/a.png}',
  '\\class{md-tool}{x}',
  '\\id{root}{x}',
  '\\style{background: url(https://evil.example)}{x}',
  '\\htmlData{onclick=alert(1)}{x}',
  '\\htmlStyle{color:red}{x}',
  '\\text{<img src=x onerror=alert(1)>}',
  '\\color{white}{hidden}',
  '\\fcolorbox{red}{url(https://evil.example)}{x}',
  '\\require{x}',
  '\\def\\x{\\href{javascript:alert(1)}{y}}\\x',
])('makes nothing dangerous of %s', async (formula) => {
  const root = await draw(`a $${formula}$ b`)

  expect(findForbidden(root)).toEqual([])
  expect(root.querySelector('a, img, [style*="color"], [onclick], .md-math .md-tool')).toBeNull()
  expect(root.textContent).toContain('b')
})

/** Depth of nested elements around the innermost letter. */
function depthOf(node: ReactNode): number {
  if (Array.isArray(node)) return Math.max(0, ...node.map(depthOf))
  if (!isValidElement<{ children?: ReactNode }>(node)) return 0
  return 1 + depthOf(node.props.children)
}

describe('limits', () => {
  const isDrawn = (text: string) => renderFormula(text, false) !== undefined

  test.each([
    ['in a line', '$', '$'],
    ['on lines of its own', '$$\n', '\n$$'],
  ])('draws a formula %s as long as the limit', async (_name, open, close) => {
    const hasMath = async (length: number) => {
      const root = await draw(`${open}\\text{${'x'.repeat(length - 7)}}${close}`)
      return root.querySelector('math') !== null
    }

    expect(await hasMath(MAX_FORMULA_CHARS)).toBe(true)
    expect(await hasMath(MAX_FORMULA_CHARS + 1)).toBe(false)
  })

  test('draws a formula that nests as deep as the limit', () => {
    const nested = (depth: number) =>
      renderFormula(`${'\\sqrt{'.repeat(depth)}x${'}'.repeat(depth)}`, false)
    let depth = 1
    while (nested(depth + 1) !== undefined) depth += 1

    // Each further root adds one or two elements.
    expect(depthOf(nested(depth))).toBeGreaterThanOrEqual(MAX_FORMULA_DEPTH - 1)
    expect(depthOf(nested(depth))).toBeLessThanOrEqual(MAX_FORMULA_DEPTH)
  })

  test('draws no more elements than the limit', () => {
    const times = (count: number) => `\\def\\a{${'x'.repeat(100)}}${'\\a'.repeat(count)}`
    expect(isDrawn(times(Math.floor(MAX_FORMULA_NODES / 250)))).toBe(true)
    expect(isDrawn(times(Math.ceil(MAX_FORMULA_NODES / 100)))).toBe(false)
  })
})

test.each([
  '\\def\\a{\\a\\a}\\a',
  '\\def\\a#1{\\a{#1#1}}\\a{x}',
  '\\edef\\a{xx}\\edef\\a{\\a\\a}\\edef\\a{\\a\\a}\\edef\\a{\\a\\a}\\a',
  '{'.repeat(1_000),
  '\\sqrt{'.repeat(300),
  'x^{'.repeat(500),
  '\\begin{matrix}'.repeat(140),
  '&'.repeat(2_000),
  '\\frac'.repeat(400),
])('is not held up by %s', (formula) => {
  const spentMs = startCpuTimer()

  void renderFormula(formula, true)

  expect(spentMs()).toBeLessThan(BOUND_MS)
})

test('keeps what one formula defines from the next', () => {
  void renderFormula('\\gdef\\alcove{x}\\alcove', false)

  expect(renderFormula('\\alcove', false)).toBeUndefined()
})

test.each([
  ['a $x^', 'a x^'],
  ['a $x^2$', 'a x^2'],
  ['a $$x', 'a x'],
  ['a $$', 'a'],
  ['a $', 'a'],
  ['$$\nx', 'x'],
  ['$$\nx\n$', 'x'],
  ['It costs $5 and', 'It costs $5 and'],
  ['Set $HOME to the place', 'Set $HOME to the place'],
])('shows of %j, while it streams, %j', async (text, shown) => {
  const root = await draw(text, { isStreaming: true })

  const prose = [...root.querySelectorAll('p, .md-math-scroll')].map((node) => node.textContent)
  expect(prose.join('')).toBe(shown)
  expect(root.querySelector('math')).toBeNull()
})

test('draws a formula while the text after it streams', async () => {
  const root = await draw('a $x^2$ b', { isStreaming: true })

  expect(root.querySelector('math')).not.toBeNull()
})

test('copies the source of a displayed formula (U53)', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text)
  })
  const root = await draw('$$\nx^2\n$$')

  const buttons = [...root.querySelectorAll('button')]
  const button = buttons.find(
    (each) => each.getAttribute('aria-label') === en['markdown.copyFormula'],
  )
  await act(async () => button?.click())

  expect(written).toEqual(['x^2'])
})
