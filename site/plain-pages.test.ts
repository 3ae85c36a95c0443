import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DOCS_FOLDER, SECTIONS } from './sections.ts'
import { writePlainPages } from './write-plain-pages.ts'

const paths = SECTIONS.flatMap(({ pages }) => pages.map(({ path }) => path))

test('every page of docs/ stands in the sidebar, once, under its own heading', () => {
  const files = readdirSync(DOCS_FOLDER, { recursive: true, encoding: 'utf8' })
    // `docs/rules` holds sources of pages.
    .filter((name) => /^(?!index\.md$|rules\/).*\.md$/.test(name))
    .map((name) => name.slice(0, -3))

  expect(paths.toSorted()).toEqual(files.toSorted())
  const titles = SECTIONS.flatMap(({ pages }) => pages.map(({ title }) => title))
  expect(titles).toContain('On your page')
  expect(titles.filter((title) => paths.includes(title))).toEqual([])
})

test('programs find each page as it was written, a list, and all in one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  writePlainPages(DOCS_FOLDER, folder)

  const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
  const named = [...list.matchAll(/\]\(\/docs\/(.+?)\)/g)].map(([, path = '']) => path)
  expect(named).toEqual(paths.map((path) => `${path}.md`))
  expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([])
  const whole = readFileSync(join(folder, 'llms-full.txt'), 'utf8')
  const page = readFileSync(join(DOCS_FOLDER, 'page-tools.md'), 'utf8')
  expect(readFileSync(join(folder, 'page-tools.md'), 'utf8')).toBe(page)
  expect(whole).toContain(page)
})
