import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const WIDGET = resolve(import.meta.dirname, '..')
const SPOKEN_ATTRIBUTES = new Set([
  'aria-label',
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-description',
])
const HAS_LETTER = /\p{L}/u

/** Text in JSX that does not come from a catalogue. */
function literals(source: string): string[] {
  const found: string[] = []
  const note = (text: string) => {
    if (HAS_LETTER.test(text)) found.push(text.trim())
  }
  const visitor = new Visitor({
    JSXText: (node) => note(node.value),
    JSXElement({ children }) {
      for (const child of children) {
        if (child.type !== 'JSXExpressionContainer') continue
        if (child.expression.type === 'Literal' && typeof child.expression.value === 'string') {
          note(child.expression.value)
        }
        if (child.expression.type === 'TemplateLiteral') {
          for (const part of child.expression.quasis) note(part.value.cooked ?? '')
        }
      }
    },
    JSXAttribute({ name, value }) {
      const isSpoken = name.type === 'JSXIdentifier' && SPOKEN_ATTRIBUTES.has(name.name)
      if (!isSpoken || value === null) return
      if (value.type === 'Literal' && typeof value.value === 'string') note(value.value)
    },
  })
  visitor.visit(parseSync('file.tsx', source).program)
  return found
}

const files = globSync('**/*.tsx', { cwd: WIDGET }).filter((file) => !file.includes('.test'))

test('finds the components', () => {
  expect(files.length).toBeGreaterThan(100)
})

test('every text in components comes from the catalogue', () => {
  const found = files.flatMap((file) =>
    literals(readFileSync(resolve(WIDGET, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['<p>Hello</p>', 'Hello'],
  ['<p>{"Hello"}</p>', 'Hello'],
  ['<p>{`Hello ${name}`}</p>', 'Hello'],
  ['<button aria-label="Send" />', 'Send'],
  ['<IconButton label="Send" />', 'Send'],
  ['<img alt="A chart" />', 'A chart'],
])('would report %s', (source, text) => {
  expect(literals(`const x = ${source}`)).toEqual([text])
})

test.each([
  '<p>{t("composer.send")}</p>',
  '<p>·</p>',
  '<p className="Hello" />',
  '<p dir="auto" />',
])('accepts %s', (source) => {
  expect(literals(`const x = ${source}`)).toEqual([])
})
