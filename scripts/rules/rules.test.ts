import { expect, test } from 'vitest'
import { checkRules, drawPage, readRules } from './draw-page.ts'
import { readTag, type TaggedTest } from './rule-tags.ts'
import { testTitles } from './test-titles.ts'

const PAGE = 'page.md'
const SOURCE = `# Rules

[Why](../why.md). Not a rule:

| Name | Use |
| --- | --- |
| A | b |

| No. | Rule | State |
| --- | --- | --- |
| 4.1 | An answer comes (D1) | met |
| A17 | It is read aloud | decided |

- **D1.** Late.
`
const ANSWER = { path: 'a/answer.test.ts', title: 'an answer | comes' }
const tagged = (...entries: readonly (readonly [string, readonly TaggedTest[]])[]) =>
  new Map(entries)
const check = (source: string, ...ids: readonly string[]) =>
  checkRules(PAGE, source, tagged(...ids.map((id) => [id, [ANSWER]] as const)))

test.each([
  ['a claim (4.12)', 'a claim', ['4.12']],
  ['a claim (4.12, A17, T16b)', 'a claim', ['4.12', 'A17', 'T16b']],
  ['a claim (R01) @long', 'a claim @long', ['R01']],
  ['a claim (A17) and more', 'a claim (A17) and more', []],
  ['a claim (of A17)', 'a claim (of A17)', []],
  ['a time of (1 s)', 'a time of (1 s)', []],
])('reads the tag of "%s"', (title, claim, ids) => {
  expect(readTag(title)).toEqual({ claim, ids })
})

test('finds titles of tests in groups, tables and steps, and none of groups', () => {
  const titles = testTitles(
    'a.test.ts',
    `test('a', () => {})
    test.each([1])('%s b', () => {})
    test.each([1])(\`\${1} c\`, () => {})
    describe('group', () => it('d', { tags: [] }, () => {}))
    test('e', async () => { await test.step('f', run) })
    write('g')`,
  )

  expect([...titles]).toEqual(['a', '%s b', '${1} c', 'd', 'e', 'f'])
})

test('a page is its source with a column of tests, and links from its own folder', () => {
  const more = { path: 'a/more.test.ts', title: '<b> *c*' }
  const page = drawPage(PAGE, SOURCE, tagged(['4.1', [ANSWER, { ...ANSWER, title: 'd' }, more]]))

  expect(page.split('\n').slice(2)).toEqual(
    SOURCE.replace('(../why.md)', '(why.md)')
      .replace('| State |', '| State | Shown by |')
      .replace('| --- | --- | --- |', '| --- | --- | --- | --- |')
      .replace(
        '| met |',
        String.raw`| met | ${'`a/answer.test.ts`'}: an answer \| comes; d<br>${'`a/more.test.ts`'}: &#60;b&#62; \*c\* |`,
      )
      .replace('| decided |', '| decided |  |')
      .split('\n'),
  )
})

test('reads the rules of a source with their states', () => {
  expect(readRules(SOURCE).map(({ id, state }) => [id, state])).toEqual([
    ['4.1', 'met'],
    ['A17', 'decided'],
  ])
})

test('rules with tests, and decided ones without, are sound', () => {
  expect(check(SOURCE, '4.1')).toEqual([])
  expect(check(SOURCE, '4.1', 'A17')).toEqual([])
})

test.each([
  ['a rule without a test', SOURCE, [], '4.1 has no test'],
  ['an open rule with a test', SOURCE.replace('| met |', '| open |'), ['4.1'], '4.1 is open'],
  ['an unknown state', SOURCE.replace('| met |', '| soon |'), ['4.1'], '4.1 has an unknown state'],
  ['a deviation without an explanation', SOURCE.replace('- **', '- *'), ['4.1'], 'D1 has no'],
  ['an explanation that no rule needs', SOURCE.replace(' (D1)', ''), ['4.1'], 'no rule names D1'],
])('reports %s', (_, source, ids, problem) => {
  expect(check(source, ...ids)).toEqual([expect.stringContaining(`docs/rules/${PAGE}: ${problem}`)])
})

const CHECKLIST = `| No. | Expectation | State | Lacks |
| --- | --- | --- | --- |
| D01 | A page | met |  |
| D15 | A search | partly | Speech |
`

test('a checklist has rules whose ids look like deviations, and says what each lacks', () => {
  expect(check(CHECKLIST, 'D01', 'D15')).toEqual([])
})

test.each([
  ['a partly met rule that lacks nothing', CHECKLIST.replace('Speech', ''), 'D15 is partly, and'],
  [
    'a met rule that lacks something',
    CHECKLIST.replace('met |  |', 'met | Words |'),
    'D01 is met, and',
  ],
])('reports %s', (_, source, problem) => {
  expect(check(source, 'D01', 'D15')).toEqual([
    expect.stringContaining(`docs/rules/${PAGE}: ${problem}`),
  ])
})
