import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings, type Environment } from './settings.ts'

const SECRET = 's'.repeat(32)
const read = (env: Environment) => readSettings(env, () => SECRET)

test('an empty environment gives the defaults', () => {
  expect(read({})).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    demoPort: 8788,
    dataDir: resolve('data'),
    publicUrl: undefined,
    secret: SECRET,
    hostSecret: undefined,
    isProduction: false,
    allowedHosts: ['http://localhost:*', 'http://127.0.0.1:*'],
    localOrigins: ['http://localhost:*', 'http://127.0.0.1:*'],
    callerOrigins: [],
    trustedProxies: 0,
    databaseUrl: undefined,
    configPath: undefined,
    filesUrl: undefined,
    ownOrigins: [],
    apiOrigins: [],
    redisUrl: undefined,
    objectStore: undefined,
    system: undefined,
    warnings: [],
  })
})

test('a setting that is empty or blank counts as unset', () => {
  const names = ['PORT', 'HOST', 'ALCOVE_SECRET', 'ALCOVE_LIMITS', 'DATABASE_URL', 'ALCOVE_MODEL']

  expect(read(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(read({}))
})

test('the data folder’s secret is read from that folder', () => {
  const folders: string[] = []
  readSettings({ ALCOVE_DATA_DIR: '/srv/alcove' }, (folder) => {
    folders.push(folder)
    return SECRET
  })

  expect(folders).toEqual(['/srv/alcove'])
})

test('the data folder is left alone when ALCOVE_SECRET is set', () => {
  const settings = readSettings({ ALCOVE_SECRET: 'x'.repeat(32) }, () => {
    throw new Error('read')
  })

  expect(settings.secret).toBe('x'.repeat(32))
})

test('every setting is taken', () => {
  const settings = read({
    PORT: '0',
    HOST: '0.0.0.0',
    DEMO_PORT: '65535',
    ALCOVE_PUBLIC_URL: 'https://chat.example.com/',
    ALCOVE_HOST_SECRET: 'h'.repeat(32),
    ALCOVE_ALLOWED_ORIGINS: 'https://shop.example',
    ALCOVE_TRUSTED_PROXIES: '2',
    ALCOVE_MODEL: 'openai/some-model',
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    ANTHROPIC_API_KEY: 'other',
    ALCOVE_SYSTEM: 'Be kind.',
    DATABASE_URL: 'postgres://me:word@db/alcove',
    ALCOVE_SECRET: SECRET,
    ALCOVE_CONFIG: './shop.config.ts',
    ALCOVE_FILES_URL: 'https://files.example.com/',
    ALCOVE_OWN_ORIGINS: 'http://alcove:8787, https://Chat.intern.example/,http://alcove:8787',
    ALCOVE_API_BASE: 'https://api.example.com/p/shop',
    ALCOVE_CONNECT_ORIGINS: 'https://bot.example.com',
    REDIS_URL: 'rediss://:word@cache:6380',
    S3_BUCKET: 'alcove-files',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'word',
    LOG_LEVEL: 'debug',
  })

  expect(settings).toMatchObject({
    port: 0,
    host: '0.0.0.0',
    demoPort: 65_535,
    publicUrl: 'https://chat.example.com',
    hostSecret: 'h'.repeat(32),
    trustedProxies: 2,
    model: 'openai/some-model',
    providers: { OPENAI_API_KEY: 'key', ANTHROPIC_API_KEY: 'other' },
    system: 'Be kind.',
    databaseUrl: 'postgres://me:word@db/alcove',
    configPath: './shop.config.ts',
    filesUrl: 'https://files.example.com',
    ownOrigins: ['http://alcove:8787', 'https://chat.intern.example'],
    apiOrigins: ['https://api.example.com', 'https://bot.example.com'],
    redisUrl: 'rediss://:word@cache:6380',
    logLevel: 'debug',
    objectStore: {
      bucket: 'alcove-files',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'word',
    },
  })
  expect(settings.allowedHosts).toEqual(['https://shop.example'])
})

test.each<Environment>([
  { NODE_ENV: 'production' },
  { HOST: '0.0.0.0' },
  { ALCOVE_PUBLIC_URL: 'https://chat.example.com' },
])('in production (%j) pages of localhost neither embed nor call unless they are named', (env) => {
  const ALCOVE_ALLOWED_ORIGINS = 'http://localhost:3000'

  expect(read(env)).toMatchObject({ isProduction: true, allowedHosts: [], localOrigins: [] })
  expect(read({ ...env, ALCOVE_ALLOWED_ORIGINS }).allowedHosts).toEqual([ALCOVE_ALLOWED_ORIGINS])
})

test('every setting of .env.example is one, and a slip of the pen is warned of', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '.env.example'), 'utf8')
  const names = [...text.matchAll(/^#(ALCOVE_\w+)=/gm)].map(([, name = '']) => name)
  const env = Object.fromEntries(names.map((name) => [name, '']))

  expect(names.length).toBeGreaterThan(10)
  expect(read(env).warnings).toEqual([])
  expect(read({ ...env, ALCOVE_MODLE: 'demo' }).warnings).toEqual([
    'ALCOVE_MODLE is set, but no setting has this name: did you mean ALCOVE_MODEL?',
  ])
})

test.each([
  { name: 'ALCOVE_CONNECTIONS_PER_ADDRESS', key: 'connectionsPerAddress', max: 99_999 },
  { name: 'ALCOVE_MIN_FREE_MIB', key: 'minFreeMib', unset: 128, max: 99_999 },
  { name: 'ALCOVE_MIN_FREE_MIB_ANONYMOUS', key: 'minFreeMibAnonymous', unset: 256, max: 99_999 },
  { name: 'ALCOVE_STOP_DELAY_SECONDS', key: 'stopDelaySeconds', unset: 0, max: 20 },
  { name: 'ALCOVE_MODEL_FIRST_BYTE_SECONDS', key: 'modelFirstByteSeconds', min: 1, max: 600 },
  { name: 'ALCOVE_MODEL_GAP_SECONDS', key: 'modelGapSeconds', min: 1, max: 600 },
] as const)('$name is a whole number up to $max', ({ name, key, max, ...setting }) => {
  const unset = 'unset' in setting ? setting.unset : undefined
  const min = 'min' in setting ? setting.min : 0
  const valueOf = (text?: string) => read({ [name]: text })[key]

  expect(valueOf()).toBe(unset)
  expect(valueOf(String(min))).toBe(min)
  expect(valueOf(String(max))).toBe(max)
  for (const bad of [String(max + 1), String(min - 1), '1.5', '5 MiB']) {
    expect(() => valueOf(bad)).toThrow(`${name} is ${JSON.stringify(bad)}`)
    expect(() => valueOf(bad)).toThrow(`${min} to ${max}`)
  }
})

test('ALCOVE_LIMITS=off warns', () => {
  expect(read({ ALCOVE_LIMITS: 'off' })).toMatchObject({
    limits: { rates: 'off' },
    warnings: [expect.stringContaining('ALCOVE_LIMITS=off')],
  })
})

test('tools on this machine are off, and warned of when they are allowed', () => {
  expect(read({}).allowsLocalTools).toBe(false)
  expect(read({ ALCOVE_ALLOW_LOCAL_TOOLS: '0' }).allowsLocalTools).toBe(false)
  expect(read({ ALCOVE_ALLOW_LOCAL_TOOLS: '1' })).toMatchObject({
    allowsLocalTools: true,
    warnings: [expect.stringContaining('ALCOVE_ALLOW_LOCAL_TOOLS=1')],
  })
  expect(() => read({ ALCOVE_ALLOW_LOCAL_TOOLS: 'yes' })).toThrow(
    'ALCOVE_ALLOW_LOCAL_TOOLS is "yes"',
  )
})

describe('a bad value is refused with its name, the value and what was expected', () => {
  test.each<[Environment, string[]]>([
    [{ PORT: '80a' }, ['PORT', '"80a"', '0 to 65535']],
    [{ PORT: '-1' }, ['PORT', '"-1"']],
    [{ PORT: '65536' }, ['PORT', '"65536"']],
    [{ PORT: '1e3' }, ['PORT', '"1e3"']],
    [{ LOG_LEVEL: 'loud' }, ['LOG_LEVEL', '"loud"', 'debug, info, warn or error']],
    [{ DEMO_PORT: '3.5' }, ['DEMO_PORT', '"3.5"']],
    [{ HOST: 'http://x' }, ['HOST', '"http://x"', '127.0.0.1']],
    [{ HOST: 'a b' }, ['HOST']],
    [{ ALCOVE_PUBLIC_URL: 'chat.example.com' }, ['ALCOVE_PUBLIC_URL', 'https://chat.example.com']],
    [{ ALCOVE_PUBLIC_URL: 'https://chat.example.com/chat' }, ['ALCOVE_PUBLIC_URL', '/chat"']],
    [{ ALCOVE_PUBLIC_URL: 'https://chat.example.com?x' }, ['ALCOVE_PUBLIC_URL']],
    [{ ALCOVE_PUBLIC_URL: 'ftp://chat.example.com' }, ['ALCOVE_PUBLIC_URL']],
    [{ ALCOVE_PUBLIC_URL: 'https://*.example.com' }, ['ALCOVE_PUBLIC_URL', '*']],
    [{ ALCOVE_OWN_ORIGINS: 'http://alcove:8787,alcove' }, ['ALCOVE_OWN_ORIGINS', '"alcove"']],
    [{ ALCOVE_OWN_ORIGINS: 'https://*.example.com' }, ['ALCOVE_OWN_ORIGINS', '*']],
    [{ ALCOVE_OWN_ORIGINS: 'http://alcove/x' }, ['ALCOVE_OWN_ORIGINS', '/x"']],
    [{ ALCOVE_SECRET: 's'.repeat(31) }, ['ALCOVE_SECRET', '31 bytes', 'at least 32']],
    [{ ALCOVE_HOST_SECRET: 'secret' }, ['ALCOVE_HOST_SECRET', '6 bytes', 'at least 32']],
    [{ DATABASE_URL: 'postgres://db/alcove' }, ['ALCOVE_SECRET', 'not set', 'DATABASE_URL']],
    [{ DATABASE_URL: 'mysql://me:word@db/alcove' }, ['DATABASE_URL', 'mysql:', 'postgres://']],
    [{ DATABASE_URL: 'alcove' }, ['DATABASE_URL', 'without a scheme']],
    [{ ALCOVE_ALLOWED_ORIGINS: '*' }, ['ALCOVE_ALLOWED_ORIGINS', '"*"']],
    [{ ALCOVE_API_ORIGINS: 'http://app.example' }, ['ALCOVE_API_ORIGINS', 'http is for localhost']],
    [{ ALCOVE_ALLOWED_ORIGINS: 'https://a.example\n' }, ['ALCOVE_ALLOWED_ORIGINS']],
    [{ ALCOVE_LIMITS: 'no' }, ['ALCOVE_LIMITS', '"no"', '"off"']],
    [{ ALCOVE_TRUSTED_PROXIES: '17' }, ['ALCOVE_TRUSTED_PROXIES', '"17"', '0 to 16']],
    [{ ALCOVE_FILES_URL: 'files.example.com' }, ['ALCOVE_FILES_URL', '"files.example.com"']],
    [{ ALCOVE_CONNECT_ORIGINS: 'http://x.test' }, ['ALCOVE_CONNECT_ORIGINS[0]', 'http']],
    [{ REDIS_URL: 'http://cache' }, ['REDIS_URL', 'http:', 'redis://']],
    [{ S3_BUCKET: 'No Bucket' }, ['S3_BUCKET', 'name of a bucket']],
    [{ S3_BUCKET: 'files', S3_ENDPOINT: 'https://x/y' }, ['S3_ENDPOINT', 'https://']],
    [{ S3_BUCKET: 'files' }, ['S3_ACCESS_KEY_ID', 'S3_BUCKET is set']],
    [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }, ['S3_SECRET_ACCESS_KEY']],
    [{ ALCOVE_SYSTEM: 'x'.repeat(8193) }, ['ALCOVE_SYSTEM', '8193 bytes', '8192']],
  ])('%j', (env, parts) => {
    expect(() => read(env)).toThrow(expect.objectContaining({ code: 'config_invalid' }))
    for (const part of parts) expect(() => read(env)).toThrow(part)
  })
})

test('no error shows a password', () => {
  const env = { ALCOVE_PUBLIC_URL: 'https://me:word@x/' }
  expect(() => read(env)).toThrow('ALCOVE_PUBLIC_URL')
  expect(() => read(env)).not.toThrow('word')
  expect(() => read({ DATABASE_URL: 'mysql://me:word@db' })).not.toThrow('word')
})

test('a short secret in the data folder is refused with its place', () => {
  expect(() => readSettings({}, () => 'short')).toThrow('ALCOVE_DATA_DIR')
})

test('32 own origins are kept, and no more', () => {
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => `http://alcove-${index}:8787`).join()

  expect(read({ ALCOVE_OWN_ORIGINS: list(32) }).ownOrigins).toHaveLength(32)
  expect(() => read({ ALCOVE_OWN_ORIGINS: list(33) })).toThrow('a list of 33; expected at most 32')
})

test.each<Environment>([{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }])(
  'a server that others can reach warns that it has no public address: %j',
  (env) => {
    expect(read(env).warnings).toEqual([expect.stringContaining('ALCOVE_PUBLIC_URL is not set')])
    expect(read({ ...env, ALCOVE_PUBLIC_URL: 'https://chat.example.com' }).warnings).toEqual([])
  },
)

test('files of one server beside a database of several are warned of, until a bucket has them', () => {
  const env = { DATABASE_URL: 'postgres://db/alcove', ALCOVE_SECRET: SECRET }
  const bucket = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }

  expect(read(env).warnings).toEqual([expect.stringContaining('set S3_BUCKET')])
  expect(read({ ...env, ...bucket }).warnings).toEqual([])
})

test('addresses that browsers do not use from https are warned of, with what to set', () => {
  const https = 'https://chat.example.com'
  const warnings = (env: Environment) => read(env).warnings

  expect(warnings({ ALCOVE_PUBLIC_URL: 'http://chat.example.com' })).toEqual([
    expect.stringMatching(/browsers show no frame of http.*set ALCOVE_PUBLIC_URL to the https/),
  ])
  expect(
    warnings({ ALCOVE_PUBLIC_URL: https, ALCOVE_FILES_URL: 'http://files.example.com' }),
  ).toEqual([expect.stringContaining('Set ALCOVE_FILES_URL to an https origin')])
  expect(warnings({ ALCOVE_PUBLIC_URL: 'http://localhost:8787' })).toEqual([])
  expect(
    warnings({ ALCOVE_PUBLIC_URL: https, ALCOVE_FILES_URL: 'https://files.example.com' }),
  ).toEqual([])
  expect(() => read({ ALCOVE_PUBLIC_URL: 'https://chat.example.com/chat' })).toThrow(
    'an origin without a path',
  )
})

test('8,192 bytes of system text are kept', () => {
  expect(read({ ALCOVE_SYSTEM: 'x'.repeat(8192) }).system).toHaveLength(8192)
})

test.each([
  ['ALCOVE_MODLE', 'did you mean ALCOVE_MODEL?'],
  ['alcove_model', 'did you mean ALCOVE_MODEL?'],
  ['ALCOVE_SECRETS', 'did you mean ALCOVE_SECRET?'],
  ['ALCOVE_SOMETHING_ELSE', '.env.example lists all.'],
])('warns of %s: %s', (name, rest) => {
  expect(read({ [name]: 'x' }).warnings).toEqual([
    `${name} is set, but no setting has this name: ${rest}`,
  ])
})

test('says nothing of what is known, nor of the names of others', () => {
  const env = { ALCOVE_MODEL: 'demo', PORT: '1', OPENAI_MODEL: 'x', MY_ALCOVE_MODEL: 'x' }

  expect(read(env).warnings).toEqual([])
})

test('every secret, key and password that is set is redacted', () => {
  const env = {
    ALCOVE_SECRET: SECRET,
    ALCOVE_HOST_SECRET: 'h'.repeat(32),
    OPENAI_API_KEY: 'openai-key',
    ANTHROPIC_API_KEY: ' anthropic-key ',
    OPENAI_HEADERS: '{"x-provider":"openai","x-api-key":"gateway-key"}',
    S3_SECRET_ACCESS_KEY: 's3-key',
    DATABASE_URL: 'postgres://me:data%40base@db/alcove',
    REDIS_URL: 'redis://:cache@redis',
  }

  expect(new Set(read(env).hidden)).toEqual(
    new Set([
      SECRET,
      'h'.repeat(32),
      'openai-key',
      'anthropic-key',
      'gateway-key',
      's3-key',
      'data@base',
      'cache',
    ]),
  )
  expect(read({}).hidden).toEqual([SECRET])
})

describe('others can reach', () => {
  test.each<Environment>([
    {},
    { NODE_ENV: 'development' },
    { NODE_ENV: 'test' },
    { HOST: 'localhost' },
    { HOST: '127.8.9.10' },
    { HOST: '::1' },
    { HOST: '::ffff:127.0.0.1' },
    { ALCOVE_PUBLIC_URL: 'http://localhost:8080' },
    { ALCOVE_PUBLIC_URL: 'https://chat.localhost' },
    { ALCOVE_PUBLIC_URL: 'http://127.0.0.1' },
    { ALCOVE_PUBLIC_URL: 'http://[::1]:8787' },
  ])('no developer’s own machine: %j', (env) => {
    expect(read(env).isProduction).toBe(false)
  })

  test.each<Environment>([
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.0.7' },
    { HOST: 'chat.example.com' },
    { HOST: 'notlocalhost' },
    { ALCOVE_PUBLIC_URL: 'https://chat.example.com' },
    { ALCOVE_PUBLIC_URL: 'https://localhost.example.com' },
    { ALCOVE_PUBLIC_URL: 'http://10.0.0.1:8787' },
    { NODE_ENV: 'development', HOST: '0.0.0.0' },
  ])('what is not: %j', (env) => {
    expect(read(env).isProduction).toBe(true)
  })
})

test('the desk’s host is of the desk alone: another port of the service’s host is refused', () => {
  const readDesk = (deskUrl: string) =>
    read({ ALCOVE_DESK_URL: deskUrl, ALCOVE_PUBLIC_URL: 'https://chat.shop.example' }).deskUrl
  for (const taken of [
    'https://chat.shop.example:8443',
    'http://localhost:9000',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
  ]) {
    expect(() => readDesk(taken)).toThrow('a host name that the service has for nothing else')
  }
  for (const own of ['https://desk.shop.example', 'http://desk.localhost:8787']) {
    expect(readDesk(own)).toBe(own)
  }
})

test.each([
  ['ALCOVE_DESK_SESSION_DAYS', 'deskSessionDays', 400],
  ['ALCOVE_DESK_IDLE_DAYS', 'deskIdleDays', 400],
  ['ALCOVE_DESK_FIRST_WEEKDAY', 'deskFirstWeekday', 7],
] as const)('%s is from 1 to its most', (name, key, most) => {
  for (const value of [1, most]) expect(read({ [name]: String(value) })[key]).toBe(value)
  for (const value of [0, most + 1]) expect(() => read({ [name]: String(value) })).toThrow(name)
})
