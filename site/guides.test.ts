import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test(-support)?\.|\/testing\//.test(name))
    .map((name) => read(`${folder}/${name}`))

/** Keys that the code uses in browser storage, without the project's part. */
function storageKeys(): readonly string[] {
  const texts = ['loader', 'widget', 'shared'].flatMap(sourcesOf)
  const records = texts.flatMap((text) =>
    [...text.matchAll(/['`](alcove:[a-z-]+):|'(aui:[a-z_]+)'/g)].map(([, a, b]) => a ?? b ?? ''),
  )
  const [, kinds = ''] =
    /ROW_KINDS[^=]*= \[([^\]]+)\]/.exec(read('widget/device/device-rows.ts')) ?? []
  return [
    ...new Set([...records, ...[...kinds.matchAll(/'([\w-]+)'/g)].map(([, kind = '']) => kind)]),
  ]
}

test('the table of what a browser keeps has every key of the code, and no other (D20)', () => {
  const rows = read('docs/privacy.md').matchAll(
    /^\| .*?(?:Storage|IndexedDB).*?\| `([\w:-]+?)(?::<\w+>)?` +\|/gm,
  )
  const told = [...rows].map(([, key = '']) => key)

  expect(told.toSorted()).toEqual(storageKeys().toSorted())
  expect(told.length).toBeGreaterThan(5)
})

const FENCE = /^```(\w+)\n([^]*?)^```$/gm

test('guides name only commands, events and attributes that are there', () => {
  const reference = read('docs/reference.md')
  const known = new Set(
    [...reference.matchAll(/^### `(\w+)`$|^\| `([\w:]+)` \|/gm)].map(([, a, b]) => a ?? b),
  )
  const attributes = new Set([...reference.matchAll(/`(data-[\w-]+)[=`]/g)].map(([, name]) => name))
  const guides = readdirSync(join(ROOT, 'docs')).filter(
    // `wrong-calls.md` is about words that are not there.
    (name) => name.endsWith('.md') && !['reference.md', 'wrong-calls.md'].includes(name),
  )
  const used = guides.flatMap((name) => {
    const text = read(`docs/${name}`)
    const calls = [...text.matchAll(/Alcove\('(\w+)'/g)].map(([, call]) => call)
    const events = [...text.matchAll(/Alcove\('on', '([\w:]+)'/g)].map(([, event]) => event)
    return [...calls, ...events].map((word) => ({ name, word }))
  })
  const given = guides.flatMap((name) =>
    [...read(`docs/${name}`).matchAll(/\b(data-[a-z-]+)=/g)].map(([, word]) => ({ name, word })),
  )

  expect(used.filter(({ word }) => !known.has(word))).toEqual([])
  const isKnown = (word = '') => attributes.has(word) || OF_KEYS.has(word) || OF_OTHERS.has(word)
  expect(given.filter(({ word }) => !isKnown(word))).toEqual([])
  expect(used.length).toBeGreaterThan(30)
})

/** Attributes for a key instead of a token: fields of `auth`. */
const OF_KEYS = new Set(['data-api-key', 'data-user-id', 'data-workspace-id'])
/** Attributes that keep page optimisers from changing a script. */
const OF_OTHERS = new Set(['data-cfasync', 'data-no-defer', 'data-no-optimize', 'data-noptimize'])

test('the stub for calls before the script is there is the same on every page (D02)', () => {
  const guides = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
  const stubs = guides.flatMap((name) =>
    [...read(`docs/${name}`).matchAll(FENCE)].flatMap(([, , code = '']) =>
      [...code.matchAll(/^<script>!function\(w,n\).*$/gm)].map(([line]) => line),
    ),
  )

  expect(stubs.length).toBeGreaterThan(2)
  expect(new Set(stubs).size).toBe(1)
})

/** Whether a snippet parses: as a file, or as the content of an object or a class. */
const isCode = (language: string, code: string): boolean =>
  [code, `({${code}})`, `void async function () {${code}}`].some(
    (text) => parseSync(`snippet.${language}`, text).errors.length === 0,
  )

const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code = '']) => code)

test('every snippet can be read by what it is written for (D25)', () => {
  const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  const snippets = pages
    .filter((path) => path.endsWith('.md') && path !== 'docs/reference.md')
    .flatMap((path) =>
      [...read(path).matchAll(FENCE)].flatMap(([, language = '', code = '']) =>
        language === 'html'
          ? scriptsOf(code).map((script) => ({ path, language: 'js', code: script }))
          : [{ path, language, code }],
      ),
    )
    .filter(({ language }) => ['js', 'ts', 'tsx'].includes(language))

  expect(snippets.filter(({ language, code }) => !isCode(language, code))).toEqual([])
  expect(snippets.length).toBeGreaterThan(20)
  expect(isCode('js', "Alcove('open'")).toBe(false)
  expect(isCode('ts', 'look: { name: 1')).toBe(false)
})

test('the table of fetched files has the limits of the build (D17)', () => {
  const budgets = JSON.parse(read('.size-limit.json')) as readonly { name: string; limit: string }[]
  const table = /## Fetched files and their sizes\n([^]*?)\n## /.exec(
    read('docs/embedding.md'),
  )?.[1]
  const told = [...(table ?? '').matchAll(/≤ ([\d,]+) B/g)].map(([, bytes]) => bytes)
  const limitsOf = (side: readonly { limit: string }[]) =>
    side.map(({ limit }) => parseInt(limit, 10).toLocaleString('en'))
  const [ofDesk, ofChat] = [true, false].map((isDesk) =>
    limitsOf(budgets.filter(({ name }) => name.startsWith('desk') === isDesk)),
  )

  expect(new Set(told)).toEqual(new Set(ofChat))
  expect(ofDesk).toHaveLength(1)
  expect(read('docs/desk.md')).toContain(`${ofDesk![0]!} bytes`)
})

/** Openings that hide the subject of a heading. */
const HIDDEN_SUBJECT = /^#+ (?:What|Whatever|Who|Whoever|That|Those|It|One)\b/m

test('headings name their subject first', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
  const hidden = [...pages, 'README.md'].filter((path) =>
    HIDDEN_SUBJECT.test(read(path).replaceAll(/^```[^]*?^```/gm, '')),
  )

  expect(hidden).toEqual([])
  expect(HIDDEN_SUBJECT.test('# Costs\n\n## What it costs')).toBe(true)
})
