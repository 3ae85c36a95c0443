import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listSources } from './architecture/list-sources.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { checkSpecification, type SpecificationReport } from './specification.ts'
import { specificationRows } from './specification-rows.ts'

const DOCUMENT = 'docs/specification.md'
const CATALOGUES = ['shared/error-texts.ts', 'shared/thread-texts.ts']
const readText = (path: string) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8')
const rows = specificationRows(readText(DOCUMENT))

const TESTS = `
test('an answer comes', () => {})
test.each([1, 2])('%s answers come', () => {})
test.each([1])(\`\${1} "answers" | come\`, () => {})
describe('of a group', () => it('an inner one comes', () => {}))
test('a journey', async () => {
  await test.step('a step comes', async () => {})
})
`
const SOUND_ROW =
  '| 4.1 | An answer comes | `loader/auto.ts`, `answer` | `a/answer.test.ts`, "an answer comes" |'

/** A repository of one file, its test, and a page with these rows. */
function report(count: number, ...lines: readonly string[]): SpecificationReport {
  const root = mkdtempSync(join(tmpdir(), 'alcove-specification-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const counts = [`| 4. States | ${count} |`, '']
  const page = [...counts, '| No. | Rule | Code | Test |', '| --- | --- | --- | --- |', ...lines]
  const files = {
    'loader/auto.ts': "import './other.ts'\nexport const answer = 1\n",
    'loader/other.ts': "void import('./late.ts')\nexport const other = 1\n",
    'loader/late.ts': 'export const late = 1\n',
    'loader/forgotten.ts': "import './auto.ts'\nexport const forgotten = 1\n",
    'a/answer.test.ts': TESTS,
    'page.md': page.join('\n'),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkSpecification(root, 'page.md')
}

const check = (...lines: readonly string[]): readonly string[] => report(1, ...lines).problems

test('the specification has a row for each of its statements', () => {
  expect(rows.filter(({ number }) => number !== undefined).length).toBeGreaterThan(280)
})

test.each(['2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.'])('section %s has rows', (section) => {
  expect(rows.filter(({ number }) => number?.startsWith(section)).length).toBeGreaterThan(4)
})

test('every text of the catalogue has a row that says where it is raised', () => {
  const keys = [
    ...CATALOGUES.map(readText)
      .join('\n')
      .matchAll(/^ {2}(\w+):/gm),
  ].map(([, key = '']) => key)
  const named = rows.flatMap(({ code }) => code.flatMap(({ names }) => names)).join(' ')

  expect(keys.length).toBeGreaterThan(40)
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(named))).toEqual([])
})

test('no text of the catalogue is spelled anywhere else', () => {
  const texts = [
    ...CATALOGUES.map(readText)
      .join('\n')
      .matchAll(/'([^'\n]+)'/g),
  ].map(([, text = '']) => text)
  const sources = listSources(REPOSITORY_ROOT)
    .filter((path) => /^(loader|widget|server|shared)\//.test(path) && !/\.test[.-]/.test(path))
    .map((path) => ({ path, source: readText(path) }))
  const spelled = (text: string) =>
    sources.filter(({ source }) => source.includes(`'${text}'`)).map(({ path }) => ({ text, path }))
  const whole = texts.filter((text) => /^[A-Z].* /.test(text))

  expect(whole.length).toBeGreaterThan(25)
  expect(whole.flatMap(spelled)).toEqual(
    whole.map((text) => ({ text, path: expect.toBeOneOf(CATALOGUES) })),
  )
})

test.each([
  ['a whole row', SOUND_ROW],
  ['a title with a place in it', SOUND_ROW.replace('an answer comes"', '%s answers come"')],
  ['a title with an end of a cell in it', SOUND_ROW.replace(/"a.*"/, '"${1} "answers" \\| come"')],
  ['the title of a test in a group', SOUND_ROW.replace(/"a.*"/, '"an inner one comes"')],
  ['a step of a test', SOUND_ROW.replace('"an answer comes"', '"a step comes"')],
  ['two tests', SOUND_ROW.replace(/ \|$/, '; `a/answer.test.ts`, "%s answers come" |')],
])('finds nothing in %s', (_, row) => {
  expect(check(row)).toEqual([])
})

test.each([
  [
    'a file that is gone',
    SOUND_ROW.replace('loader/auto.ts', 'a/gone.ts'),
    'no such file: a/gone.ts',
  ],
  ['a name that is gone', SOUND_ROW.replace('`answer`', '`gone`'), 'loader/auto.ts has no gone'],
  [
    'a test file that is gone',
    SOUND_ROW.replace('answer.test', 'gone.test'),
    'no such file: a/gone.test.ts',
  ],
  [
    'a test that is gone',
    SOUND_ROW.replace('"an answer comes"', '"an answer goes"'),
    'a/answer.test.ts has no test "an answer goes"',
  ],
  [
    'half a title',
    SOUND_ROW.replace('"an answer comes"', '"an answer"'),
    'a/answer.test.ts has no test "an answer"',
  ],
  [
    'the title of a group',
    SOUND_ROW.replace('"an answer comes"', '"of a group"'),
    'a/answer.test.ts has no test "of a group"',
  ],
  [
    'a title that stands in the code, not in a test',
    SOUND_ROW.replace(
      'a/answer.test.ts`, "an answer comes"',
      'loader/auto.ts`, "export const answer = 1"',
    ),
    'loader/auto.ts has no test "export const answer = 1"',
  ],
  [
    'a row without a test',
    '| 4.1 | An answer comes | `loader/auto.ts` | |',
    'no test: An answer comes',
  ],
  [
    'code that only tests reach',
    SOUND_ROW.replace('auto.ts`, `answer`', 'forgotten.ts`'),
    'nothing that is shipped reaches loader/forgotten.ts',
  ],
  [
    'a word in the place of a number',
    SOUND_ROW.replace('4.1', 'later'),
    'neither code nor a test: later',
  ],
  [
    'a word in the place of a test',
    '| 4.1 | An answer comes | `loader/auto.ts` | open |',
    'neither code nor a test: open',
  ],
  [
    'a row without code',
    '| 4.1 | An answer comes | | `a/answer.test.ts`, "an answer comes" |',
    'no code: An answer comes',
  ],
  [
    'a deviation that nothing explains',
    SOUND_ROW.replace('An answer comes', 'An answer comes (D9)'),
    'nothing explains D9',
  ],
])('finds %s', (_, row, problem) => {
  expect(check(SOUND_ROW, row)).toContain(`line 6: ${problem}`)
})

test.each([
  ['an entry', 'auto'],
  ['what it imports', 'other'],
  ['what is imported when it is needed', 'late'],
])('code is shipped that is %s', (_, name) => {
  const row = SOUND_ROW.replace('auto.ts`, `answer`', `${name}.ts\``)

  expect(check(row)).toEqual([])
})

test('a statement without a row is missing, and one with half a row too', () => {
  const half = '| 4.2 | It ends | `loader/auto.ts` | |'

  expect(report(1, SOUND_ROW)).toMatchObject({ statements: 1, missing: 0, problems: [] })
  expect(report(2, SOUND_ROW)).toMatchObject({
    statements: 2,
    missing: 1,
    problems: ['statement 4.2 has no row with code and a test'],
  })
  expect(report(2, SOUND_ROW, half)).toMatchObject({ statements: 2, missing: 1 })
})

test('a number is counted by its section, once', () => {
  const beside = SOUND_ROW.replace('4.1', '')

  expect(check(SOUND_ROW, beside)).toEqual([])
  expect(check(SOUND_ROW, SOUND_ROW)).toEqual(['4.1 stands twice'])
  expect(check(SOUND_ROW, SOUND_ROW.replace('4.1', '4.2'))).toEqual([
    '4.2 is counted in no section',
  ])
})

test('deviations are counted apart', () => {
  const page = [SOUND_ROW.replace('comes |', 'comes (D1) |'), '', '- **D1.** Otherwise.']

  expect(report(1, ...page)).toMatchObject({ missing: 0, deviations: ['D1'], problems: [] })
})

test('finds an explanation that no row needs', () => {
  expect(check(SOUND_ROW, '', '- **D1.** Otherwise.')).toEqual(['no row names D1'])
})
