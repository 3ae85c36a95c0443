import { readFileSync } from 'node:fs'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { CodeText, HighlighterContext } from './code-text.tsx'
import { createHighlighter } from './highlighter.ts'
import { highlightCode } from './highlight-code.ts'
import { LINES_PER_CHUNK, MAX_HIGHLIGHTED_CHARS, MAX_PIECE_CHARS } from './limits.ts'
import { createBlockSplitter } from './split-blocks.ts'

function mountCode() {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  let pieces = 0
  const highlighter = createHighlighter({
    startWorker: () => ({
      async highlight({ language, code }) {
        pieces += 1
        return highlightCode({ language, code })
      },
      terminate() {},
    }),
    later: () => () => {},
  })
  const root = document.createElement('code')
  const reactRoot = createRoot(root)
  onTestFinished(() => act(() => reactRoot.unmount()))
  const render = (node: ReactNode) =>
    act(() => reactRoot.render(<HighlighterContext value={highlighter}>{node}</HighlighterContext>))
  return {
    root,
    pieces: () => pieces,
    show(source: string, isStreaming: boolean) {
      const splitter = createBlockSplitter()
      const [block] = isStreaming ? splitter.push(source) : splitter.finish(source)
      if (block?.type !== 'code') throw new Error('no code')
      const { language, chunks, isOpen } = block
      render(<CodeText language={language} chunks={chunks} isOpen={isOpen} />)
    },
    async settle() {
      await act(async () => {
        await new Promise((resolve) => setImmediate(resolve))
      })
    },
    colours: () => root.querySelectorAll('[class^="md-"]:not(.md-chunk)').length,
  }
}

const CODE = 'const a = 1 // one\n'

test('is coloured when its end has come, and stays as it is from then on (U46)', async () => {
  const code = mountCode()
  code.show(`\`\`\`ts\n${CODE}`, true)
  await code.settle()
  expect(code.colours()).toBe(0)

  code.show(`\`\`\`ts\n${CODE}\`\`\`\n`, true)
  await code.settle()
  const elements = [...code.root.querySelectorAll('span')]
  expect(code.colours()).toBeGreaterThan(2)
  code.show(`\`\`\`ts\n${CODE}\`\`\`\n\nMore`, false)
  expect([...code.root.querySelectorAll('span')]).toEqual(elements)
})

test('is coloured piece by piece while it grows, each piece once', async () => {
  const code = mountCode()
  let least = 0

  for (let lines = 1; lines <= LINES_PER_CHUNK * 2 + 8; lines += 4) {
    code.show(`\`\`\`ts\n${CODE.repeat(lines)}`, true)
    await code.settle()
    expect(code.colours()).toBeGreaterThanOrEqual(least)
    least = code.colours()
  }

  expect(code.pieces()).toBeLessThanOrEqual(2)
  expect(least).toBeGreaterThan(LINES_PER_CHUNK)
  expect(code.root.textContent).toBe(CODE.repeat(LINES_PER_CHUNK * 2 + 5).trimEnd())
})

test.each([
  ['mermaid', 'graph TD\n'],
  ['', CODE],
])('stays plain in the language %j', async (language, source) => {
  const code = mountCode()
  code.show(`\`\`\`${language}\n${source}\`\`\`\n`, false)
  await code.settle()

  expect(code.colours()).toBe(0)
})

test('colours a piece as long as the limit and none that is longer', async () => {
  const colours = async (length: number) => {
    const code = mountCode()
    code.show(`\`\`\`ts\nconst a = "${'x'.repeat(length - 12)}"\n\`\`\`\n`, false)
    await code.settle()
    return code.colours()
  }

  expect(await colours(MAX_PIECE_CHARS)).toBeGreaterThan(0)
  expect(await colours(MAX_PIECE_CHARS + 1)).toBe(0)
})

test('leaves what comes after 50,000 characters plain', async () => {
  const code = mountCode()
  const lines = Math.ceil((MAX_HIGHLIGHTED_CHARS * 1.5) / CODE.length)
  code.show(`\`\`\`ts\n${CODE.repeat(lines)}\`\`\`\n`, false)
  await code.settle()

  const isColoured = (piece: Element | null | undefined) =>
    piece?.querySelector('.md-keyword') !== null
  expect(isColoured(code.root.firstElementChild)).toBe(true)
  expect(isColoured(code.root.lastElementChild)).toBe(false)
})

/** The colours of code in a scheme, with their background. */
function readColours(scheme: string): { sunken: string; colours: [string, string][] } {
  const read = (path: string) => readFileSync(`${import.meta.dirname}/${path}`, 'utf8')
  const blockOf = (css: string) =>
    css.split(`html[data-scheme='${scheme}'] {`)[1]?.split('}')[0] ?? ''
  const sunken = /--sunken: (#\w+)/.exec(blockOf(read('../theme/tokens.css')))?.[1] ?? ''
  const colours = [...blockOf(read('code-box.css')).matchAll(/--(code-\w+): (#\w+)/g)]
  return { sunken, colours: colours.map(([, name = '', value = '']) => [name, value]) }
}

function contrast(one: string, other: string): number {
  const luminance = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const channel = parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16) / 255
      const linear = channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
      return sum + weight * linear
    }, 0)
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'])('reaches 4.5:1 in five colours: %s', (scheme) => {
  const { sunken, colours } = readColours(scheme)

  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(colours).toHaveLength(5)
  for (const [, colour] of colours) expect(contrast(colour, sunken)).toBeGreaterThanOrEqual(4.5)
})
