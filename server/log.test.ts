import { expect, test } from 'vitest'
import { createLog, LOG_LEVELS, type LogSettings } from './log.ts'

function createWorld(secrets: string[] = [], settings: Partial<LogSettings> = {}) {
  const lines: string[] = []
  return { lines, log: createLog({ write: (line) => lines.push(line), secrets, ...settings }) }
}

test('each event is one line of JSON', () => {
  const { lines, log } = createWorld()

  log.info({ status: 200 }, 'request')
  log.warn({}, 'odd')

  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', status: 200, msg: 'request' })
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 'warn', msg: 'odd' })
})

test.each([
  ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'],
  ['an unfinished JWT', 'eyJhbGciOiJIUzI1NiJ9'],
  ['a refresh token', `rt_${'a'.repeat(43)}`],
  ['a provider key', 'sk-proj-0123456789abcdef'],
  ['an API key', 'sk_live_0123456789abcdef'],
])('%s is hidden wherever it stands', (_title, token) => {
  const { lines, log } = createWorld()

  log.info({ header: `Bearer ${token}`, deep: { list: [`x${token}y`] }, [token]: 1 }, token)

  expect(lines.join('')).not.toContain(token.slice(4))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ header: 'Bearer [redacted]' })
})

test('ordinary words are left alone', () => {
  const { lines, log } = createWorld()

  log.info({ route: '/v1/threads/:id/messages' }, 'task_id and start_time of a risk-free part_2')

  expect(lines.join('')).not.toContain('redacted')
})

test('secrets of the settings are hidden by value', () => {
  const { lines, log } = createWorld(['quote"and\\slash', 'short'])

  log.info({ url: 'x=quote"and\\slash' }, 'a short word')

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ url: 'x=[redacted]', msg: 'a short word' })
})

test.each(['\r\n{"level":"forged"}', '\u001b[31m', '\u2028', '\u202e', '\u0085', '\u007f', '\0'])(
  'the character in %j stays inside its line',
  (text) => {
    const { lines, log } = createWorld()

    log.info({ text }, text)

    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text })
  },
)

test('an error is told without the words that it quotes', () => {
  const { lines, log } = createWorld()
  const error = new Error('invalid input for "a private message"', { cause: new TypeError('why') })

  log.error({ err: error }, 'failed')

  expect(lines.join('')).not.toContain('private')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { error: 'Error', text: 'invalid input for "…"', cause: { error: 'TypeError' } },
  })
})

test.each([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
] as const)('at level %s it says %j', (level, said) => {
  const { lines, log } = createWorld([], { level })

  for (const name of LOG_LEVELS) log[name]({}, name)

  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(said)
})

test('for a person each event is one readable line', () => {
  const { lines, log } = createWorld(['the password'], { format: 'text' })
  const error = Object.assign(new Error('no space left'), { code: 'ENOSPC' })

  log.warn({}, 'ALCOVE_LIMITS=off: nothing is limited.')
  log.error({ route: '/v1/threads', status: 500, password: 'the password', err: error }, 'failed')

  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d warn  ALCOVE_LIMITS=off: nothing is limited\.\n$/),
    expect.stringMatching(
      /^[\d:]{8} error failed \(route "\/v1\/threads", status 500, password "\[redacted\]", err Error ENOSPC no space left\)\n$/,
    ),
  ])
})

test.each(['\r\nforged', '\u001b[31m', '\u2028', '\u202e', '\0'])(
  'no terminal acts on the character in %j',
  (text) => {
    const { lines, log } = createWorld([], { format: 'text' })

    log.warn({ text }, text)

    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^[\x20-\x7e]+\n$/)
  },
)
