import { describe, expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { command } from './command.ts'
import { createTool } from './tool.ts'
import { COMMANDS, runCli } from './run-cli.ts'

const greet = command({
  name: 'greet',
  takes: ['name'],
  about: 'Say hello',
  flags: {
    from: { value: 'name', about: 'who says it', isRequired: true },
    times: { value: 'n', about: 'how often' },
    loud: { about: 'shout' },
  },
  run(_, { from, times, loud }, name) {
    const text = `${from} greets ${name}${times === undefined ? '' : ` ${times} times`}`
    return Promise.resolve({ text: loud ? text.toUpperCase() : text, facts: { from, name } })
  },
})

/** These commands must not use any of it. */
const createIdleTool = () => createTool({}, () => 0)

async function run(line: readonly string[], commands = [greet]) {
  const printed = { out: '', err: '' }
  const code = await runCli(line, commands, createIdleTool, {
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
  })
  return { code, ...printed }
}

describe('a command line', () => {
  test('runs its command and prints its text', async () => {
    const result = await run(['greet', 'Ada', '--from', 'Bo'])

    expect(result).toEqual({ code: 0, out: 'Bo greets Ada', err: '' })
  })

  test('may have its flags anywhere behind the name, with or without =', async () => {
    const result = await run(['greet', '--loud', '--from=Bo', 'Ada', '--times', '2'])

    expect(result.out).toBe('BO GREETS ADA 2 TIMES')
  })

  test('takes a value that begins with a dash when = says so', async () => {
    const result = await run(['greet', 'Ada', '--from=-x'])

    expect(result.out).toBe('-x greets Ada')
  })

  test('answers as JSON with --json', async () => {
    const result = await run(['greet', 'Ada', '--from', 'Bo', '--json'])

    expect(JSON.parse(result.out)).toEqual({ from: 'Bo', name: 'Ada' })
  })
})

describe('a mistake on the command line', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['an unknown command', ['gret', 'Ada'], /no command "gret Ada".*Did you mean "greet"\?/],
    ['a command like no other', ['frobnicate'], /no command "frobnicate": all are listed/],
    ['an unknown flag', ['greet', 'Ada', '--form', 'Bo'], /no flag --form. Did you mean --from\?/],
    ['a flag like no other', ['greet', 'Ada', '--zzzzzzz'], /no flag --zzzzzzz: see/],
    ['a short flag', ['greet', 'Ada', '-x'], /no flag -x/],
    ['an inherited name', ['greet', 'Ada', '--constructor'], /no flag --constructor/],
    ['a missing word', ['greet', '--from', 'Bo'], /greet needs <name>/],
    ['a missing flag', ['greet', 'Ada'], /greet needs --from <name>/],
    ['a word too many', ['greet', 'Ada', 'Eve', '--from', 'Bo'], /"Eve" is one word too many/],
    ['a flag without its value', ['greet', 'Ada', '--from'], /--from needs a value/],
    ['a flag in place of a value', ['greet', 'Ada', '--from', '--loud'], /--from needs a value/],
    ['an empty value', ['greet', 'Ada', '--from='], /--from needs a value/],
    [
      'a value for a switch',
      ['greet', 'Ada', '--from', 'Bo', '--loud=no'],
      /--loud takes no value/,
    ],
    ['a flag twice', ['greet', 'Ada', '--from', 'a', '--from', 'b'], /--from stands there twice/],
    ['flags without a command', ['--from', 'Bo'], /Say a command first/],
  ])('%s ends with exit code 2 and a sentence', async (_, line, sentence) => {
    const result = await run(line)

    expect(result).toMatchObject({ code: 2, out: '' })
    expect(result.err).toMatch(sentence)
  })

  test('a group without its second word names those that there are', async () => {
    const result = await run(['project'], [...COMMANDS])

    expect(result).toMatchObject({ code: 2 })
    expect(result.err).toContain(
      '"project" needs one more word: create, list, suspend, resume, visitors, work.',
    )
  })
})

describe('help', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])('%j lists every command', async (line) => {
    const result = await run(line, [...COMMANDS])

    expect(result.code).toBe(0)
    for (const { name, about } of COMMANDS) {
      expect(result.out).toContain(name)
      expect(result.out).toContain(about)
    }
  })

  test.each(COMMANDS.map(({ name }) => name))('%s --help tells its flags', async (name) => {
    const words = name.split(' ')
    const result = await run([...words, '--help'], [...COMMANDS])

    expect(result.code).toBe(0)
    const flags = COMMANDS.find((command) => command.name === name)?.flags ?? {}
    for (const flag of [...Object.keys(flags), 'json', 'help']) {
      expect(result.out).toContain(`--${flag}`)
    }
    expect(await run(['help', ...words], [...COMMANDS])).toEqual(result)
  })

  test('of a group lists its commands only', async () => {
    const result = await run(['key', '--help'], [...COMMANDS])

    expect(result.out).toContain('key revoke')
    expect(result.out).not.toContain('project list')
  })
})

describe('a command that fails', () => {
  const failing = (error: Error) =>
    command({
      name: 'fail',
      about: 'Fail',
      flags: {},
      run() {
        throw error
      },
    })

  test.each([
    ['with its sentence and what to do', createHinted(), 'No bread. Bake some.'],
    ['with the text of any other error', new Error('boom'), 'It did not work: boom'],
  ])('ends with exit code 1, %s, and no stack', async (_, error, sentence) => {
    const result = await run(['fail'], [failing(error)])

    expect(result).toEqual({ code: 1, out: '', err: sentence })
  })
})

test('errors are JSON for programs, whoever made the mistake', async () => {
  const fail = command({
    name: 'fail',
    about: 'Fail',
    flags: {},
    run() {
      throw createHinted()
    },
  })

  const failed = await run(['fail', '--json'], [fail])
  const mistaken = await run(['greet', '--json'])

  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(JSON.parse(failed.err)).toEqual({
    error: 'not_found',
    message: 'No bread.',
    hint: 'Bake some.',
  })
  expect(mistaken).toMatchObject({ code: 2, out: '' })
  expect(JSON.parse(mistaken.err)).toMatchObject({ error: 'invalid_request' })
})

const createHinted = () => new AlcoveError('not_found', 'No bread.', { hint: 'Bake some.' })
