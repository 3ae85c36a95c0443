import { expect, test } from 'vitest'
import { parseArguments, parseNumber } from './read-arguments.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { runNode } from './run-command.ts'
import { START_LIMIT_MS } from './test-limits.ts'

const OPTIONS = { servers: { type: 'string' }, big: { type: 'boolean' } } as const
const FLAGS = 'the flags are --servers=…, --big.'

test('flags and words are read', () => {
  expect(parseArguments(['store', '--servers', '2', '--big'], OPTIONS, 1)).toEqual({
    values: { __proto__: null, servers: '2', big: true },
    words: ['store'],
  })
})

test.each<[readonly string[], string]>([
  [['--wat'], `Unknown option '--wat': ${FLAGS}`],
  [['--servers'], `Option '--servers <value>' argument missing: ${FLAGS}`],
  [['--big=yes'], `Option '--big' does not take an argument: ${FLAGS}`],
  [['store', 'more'], `"more" is an extra word: ${FLAGS}`],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => parseArguments(args, OPTIONS, 1)).toThrow(new Error(sentence))
})

test('a script without flags says so', () => {
  expect(() => parseArguments(['--wat'], {}, 0)).toThrow(
    "Unknown option '--wat': expected no flags.",
  )
})

test('a number is whole and between its limits', () => {
  expect(['1', '16'].map((text) => parseNumber('--servers', text, 1, 16))).toEqual([1, 16])
  for (const text of ['0', '17', 'x', '', '1.5', '-1', '1e1']) {
    const sentence = `--servers is ${JSON.stringify(text)}: expected a whole number from 1 to 16.`
    expect(() => parseNumber('--servers', text, 1, 16)).toThrow(new Error(sentence))
  }
})

test.each<[string, readonly string[], string]>([
  [
    'scripts/cluster/main.ts',
    ['--servers', '0'],
    '--servers is "0": expected a whole number from 1 to 16.',
  ],
  [
    'scripts/cluster/main.ts',
    ['--port=0'],
    '--port is "0": expected a whole number from 1 to 65535.',
  ],
  [
    'scripts/cluster/main.ts',
    ['--server=2'],
    "Unknown option '--server': the flags are --port=…, --servers=….",
  ],
  ['scripts/house/main.ts', ['--lsit'], "Unknown option '--lsit': the flags are --list."],
  ['scripts/pictures/main.ts', ['--only=x'], '--only is "x": expected a whole number from 1 to '],
  ['scripts/pictures/main.ts', ['--looks=pink'], '--looks has no "pink": expected '],
  ['bench/main.ts', ['stroe'], 'There is no part stroe: expected store, '],
  ['bench/main.ts', ['--runs=0'], '--runs is "0": expected a whole number from 1 to '],
  ['scripts/test.ts', ['--lnog'], "Unknown option '--lnog': the flags are --long."],
  ['scripts/check.ts', ['--fix'], "Unknown option '--fix': expected no flags."],
  ['scripts/build.ts', ['all'], '"all" is an extra word: expected no flags.'],
  ['scripts/rules/main.ts', ['all'], '"all" is an extra word: expected no flags.'],
  ['scripts/reference/main.ts', ['all'], '"all" is an extra word: expected no flags.'],
  ['scripts/settings/main.ts', ['all'], '"all" is an extra word: expected no flags.'],
  ['scripts/wrong-calls/main.ts', ['all'], '"all" is an extra word: expected no flags.'],
  ['scripts/start.ts', ['--port=1'], "Unknown option '--port': expected no flags."],
  ['e2e/model-server/main.ts', ['x'], 'the port is "x": expected a whole number from 0 to 65535.'],
])('%s %j ends with a sentence', async (script, args, sentence) => {
  const { code, output } = await runNode([script, ...args], {
    root: REPOSITORY_ROOT,
    limitMs: START_LIMIT_MS,
  })

  expect(code).toBe(2)
  expect(output.trimEnd().split('\n')).toEqual([expect.stringContaining(sentence)])
})
