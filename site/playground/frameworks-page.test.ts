import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCS_FOLDER } from '../sections.ts'
import { createSnippets } from './snippets.ts'

const page = readFileSync(`${DOCS_FOLDER}/frameworks.md`, 'utf8')
const snippets = createSnippets({}, [], 'http://localhost:8787').filter(
  ({ group }) => group !== 'Any page',
)

test.each(snippets.map(({ name, code }) => [name, code] as const))(
  'the documentation has the code for %s that the playground prints (D19)',
  (name, code) => {
    const section = page.split(`\n### ${name}\n`)[1]?.split(/\n##+ /)[0] ?? ''
    const [, printed] = /```\w+\n([^]*?)```/.exec(section) ?? []

    expect(printed).toBe(code)
  },
)

test('every section of the page is a kind of page of the playground', () => {
  const titles = [...page.matchAll(/^### (.+)$/gm)].map(([, title]) => title)

  expect(new Set(titles)).toEqual(new Set(snippets.map(({ name }) => name)))
})
