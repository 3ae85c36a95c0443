import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checkCompose,
  fillIn,
  listVariables,
  parseCompose,
} from '../scripts/cluster/compose-file.ts'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import { PDF_WAIT_MS } from './files/create-files.ts'
import { PDF_CLOCK_RATIO } from './files/pdf/watch-converter.ts'
import { AMOUNT_DEFAULTS } from './limits/limit-table.ts'
import { ALL_SETTINGS } from './settings-schema.ts'
import { readSettings } from './settings.ts'

const read = (path: string) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8')
const text = read('docs/compose.yaml')
const compose = parseCompose(text)
const alcove = compose.services['alcove']!
const ENV = {
  ALCOVE_SECRET: 'a secret that all servers share, long enough',
  POSTGRES_PASSWORD: 'p',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
  ALCOVE_MODEL: 'demo',
}
const filled = (env: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(alcove.environment ?? {}).map(([name, value]) => [name, fillIn(value, env)]),
  )

test('the compose file has only what we wrote down of its specification, and all parts fit', () => {
  expect(checkCompose(compose)).toEqual([])
  expect(Object.keys(compose.services)).toEqual([
    'balancer',
    'alcove',
    'postgres',
    'redis',
    'files',
    'bucket',
  ])
  expect(alcove.deploy?.replicas).toBe(3)
})

test.each([
  ['a key that nobody knows', 'restart: unless-stopped', 'restarts: unless-stopped'],
  ['a condition that nobody knows', 'service_healthy', 'service_good'],
  ['a number of replicas that is none', 'replicas: 3', 'replicas: many'],
  ['a time that is none', 'interval: 5s', 'interval: 5'],
])('the check finds %s', (_, good, bad) => {
  expect(() => parseCompose(text.replace(good, bad))).toThrow()
})

test.each([
  [
    'depends on postgress',
    '      postgres:\n        condition',
    '      postgress:\n        condition',
  ],
  ['mounts files, which', '\nvolumes:\n  postgres:\n  files:', '\nvolumes:\n  postgres:'],
  ['reads files-keys, which', '\nconfigs:\n  files-keys:', '\nconfigs:\n  other-keys:'],
])('the check finds what %s is not there', (problem, good, bad) => {
  const changed = text.replace(good, bad)

  expect(changed).not.toBe(text)
  expect(checkCompose(parseCompose(changed)).join()).toContain(problem)
})

test('the server reads every setting that the compose file gives it', () => {
  const known = new Set<string>(ALL_SETTINGS.map(({ name }) => name))
  const unread = Object.keys(alcove.environment ?? {}).filter((name) => !known.has(name))

  expect(unread).toEqual([])
})

test('the server starts with these settings: shared database, counters and files', () => {
  const settings = readSettings(filled(ENV), () => '')

  expect(settings).toMatchObject({
    host: '0.0.0.0',
    port: 8787,
    publicUrl: 'http://localhost:8080',
    trustedProxies: 1,
    secret: ENV.ALCOVE_SECRET,
    databaseUrl: 'postgres://alcove:p@postgres:5432/alcove',
    redisUrl: 'redis://redis:6379',
    objectStore: { bucket: 'alcove-files', accessKeyId: 'id', secretAccessKey: 'key' },
  })
  expect(settings.hostSecret).toBeUndefined()
  expect(settings.warnings).toEqual([])
})

test('settings without a default are explained on the page', () => {
  const required = listVariables(text).filter(({ isRequired }) => isRequired)
  const page = read('docs/scaling.md')

  expect(required.map(({ name }) => name).toSorted()).toEqual(Object.keys(ENV).toSorted())
  for (const { name } of required) expect(page).toContain(`${name}=`)
  expect(() => filled({ ...ENV, ALCOVE_SECRET: '' })).toThrow('ALCOVE_SECRET')
})

test('the bucket and its keys are the same for the servers and the store', () => {
  const { bucket } = readSettings(filled(ENV), () => '').objectStore!
  const keys = fillIn(compose.configs!['files-keys']!.content, ENV)

  expect(String(compose.services['bucket']?.command)).toContain(`-name ${bucket}`)
  expect(JSON.parse(keys)).toMatchObject({
    identities: [{ credentials: [{ accessKey: 'id', secretKey: 'key' }] }],
  })
})

test('files that the compose file refers to exist', () => {
  const named = ['docs/haproxy.cfg', 'docs/Dockerfile', 'docs/Dockerfile.dockerignore']

  expect(named.filter((path) => !existsSync(join(REPOSITORY_ROOT, path)))).toEqual([])
  expect(text).toContain('./haproxy.cfg:')
  expect(text).toContain('dockerfile: docs/Dockerfile')
})

test('a container is given longer to stop than its answers are', () => {
  const drainMs = Number(
    /DRAIN_MS = ([\d_]+)/.exec(read('server/main.ts'))?.[1]?.replaceAll('_', ''),
  )

  expect(drainMs).toBeGreaterThan(0)
  expect(Number.parseInt(alcove.stop_grace_period!, 10) * 1_000).toBeGreaterThan(drainMs + 5_000)
})

test('the balancer looks for as many servers as there are', () => {
  const config = read('docs/haproxy.cfg')

  expect(config).toMatch(
    new RegExp(`server-template alcove ${alcove.deploy?.replicas} alcove:8787 `),
  )
  expect(config).not.toMatch(/^\s*(cookie|stick)/m)
})

test('the balancer sends each word at once', () => {
  expect(read('docs/haproxy.cfg')).toMatch(/^ +option http-no-delay$/m)
})

test('the balancer waits for the pages of a PDF longer than the server does', () => {
  const wait = /set-timeout server (\d+)m if \{ path_end \/files\/pdf-to-images \}/.exec(
    read('docs/haproxy.cfg'),
  )
  const clockMs = AMOUNT_DEFAULTS.pdfSeconds * 1_000 * PDF_CLOCK_RATIO

  expect(Number(wait?.[1]) * 60_000).toBeGreaterThan(2 * PDF_WAIT_MS + clockMs)
})
