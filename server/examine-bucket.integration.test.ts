import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type CorsRule, startObjectStore } from '../e2e/object-store/start-object-store.ts'
import { CLOCK_SKEW_MS, examineBucket, findingText } from './examine-bucket.ts'
import type { S3Settings } from './files/s3-client.ts'

const ORIGIN = 'http://localhost:8787'
const RULE: CorsRule = { origins: [ORIGIN], methods: ['PUT', 'GET'], headers: ['content-type'] }

async function startBucket(options: Parameters<typeof startObjectStore>[0] = {}) {
  const bucket = await startObjectStore({ cors: RULE, ...options })
  onTestFinished(() => bucket.stop())
  return bucket
}

async function examine(
  settings: S3Settings,
  options: { origin?: string; timeoutMs?: number } = {},
) {
  const findings = await examineBucket({
    settings,
    origin: ORIGIN,
    now: () => Date.now(),
    ...options,
  })
  return findings.map(findingText)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A server at the address of a bucket that answers each call like this. */
async function settingsOf(answer: RequestListener): Promise<S3Settings> {
  const { settings } = await startBucket()
  return { ...settings, endpoint: `http://127.0.0.1:${await listen(createServer(answer))}` }
}

test('nothing is wrong with a bucket that lets the frame in, by its origin or for everybody', async () => {
  const bucket = await startBucket()
  const open = await startBucket({ cors: { ...RULE, origins: ['*'] } })

  expect(await examine(bucket.settings)).toEqual([])
  expect(await examine(open.settings)).toEqual([])
  expect(bucket.log).toEqual([
    'GET /alcove-files 200',
    'OPTIONS /alcove-files/incoming/check 200',
    'OPTIONS /alcove-files/incoming/check 200',
  ])
  expect(bucket.objects.size).toBe(0)
})

const RULES: readonly (readonly [string, CorsRule | null, string])[] = [
  ['no rule', null, 'files cannot be sent, and images cannot be shown'],
  ['another origin', { ...RULE, origins: ['https://else.example'] }, 'images cannot be shown'],
  [
    'no PUT',
    { ...RULE, methods: ['GET'] },
    'for PUT: the preflight gets status 403): files cannot',
  ],
  ['no GET', { ...RULE, methods: ['PUT'] }, '(for GET: the preflight gets status 403): images'],
  ['no Content-Type', { ...RULE, headers: [] }, '(for PUT: the preflight gets status 403): files'],
]

test.each(RULES)('of a bucket with %s the rule to add is said', async (_name, cors, said) => {
  const { settings } = await startBucket({ cors })

  const [line, ...more] = await examine(settings)

  expect(line).toContain(said)
  expect(line).toContain(
    `Add this rule to the CORS configuration of the bucket: {"AllowedOrigins":["${ORIGIN}"],"AllowedMethods":["PUT","GET"],"AllowedHeaders":["Content-Type"]}`,
  )
  expect(more).toEqual([])
})

test('a preflight is judged as a browser judges it, whatever its status', async () => {
  const bucket = await startBucket()
  const lacksMethod = await settingsOf((request, response) => {
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' }
    if (request.method === 'OPTIONS') return void response.writeHead(200, headers).end()
    response.end('<ListBucketResult/>')
  })
  const lacksHeader = await settingsOf((request, response) => {
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': '*' }
    if (request.method === 'OPTIONS') return void response.writeHead(200, headers).end()
    response.end('<ListBucketResult/>')
  })

  expect(await examine(bucket.settings)).toEqual([])
  expect(await examine(lacksMethod)).toEqual([
    expect.stringContaining('for PUT: the method is not allowed'),
  ])
  expect(await examine(lacksHeader)).toEqual([
    expect.stringContaining('for PUT: content-type is not allowed'),
  ])
})

test('refusals of the store have words by their code', async () => {
  const { settings } = await startBucket()

  expect(await examine({ ...settings, secretAccessKey: 'wrong' })).toEqual([
    expect.stringMatching(/SignatureDoesNotMatch.*S3_SECRET_ACCESS_KEY is wrong, or a proxy/),
  ])
  expect(await examine({ ...settings, accessKeyId: 'wrong' })).toEqual([
    expect.stringContaining('S3_ACCESS_KEY_ID is no key of this store.'),
  ])
  expect(await examine({ ...settings, region: 'eu-else-2' })).toEqual([
    expect.stringContaining('S3_REGION is not the region of the bucket.'),
  ])
  expect(await examine({ ...settings, bucket: 'other-files' })).toEqual([
    expect.stringContaining('Make the bucket, or check S3_BUCKET.'),
  ])
})

test('a redirect names the region or the address', async () => {
  const elsewhere = await settingsOf((_, response) => {
    response.writeHead(307, { Location: 'https://store.example/alcove-files?x' }).end()
  })
  const region = await settingsOf((_, response) => {
    response.writeHead(301, { 'x-amz-bucket-region': 'eu-west-9' }).end()
  })

  expect(await examine(elsewhere)).toEqual([
    expect.stringContaining('It sends on to https://store.example: set S3_ENDPOINT'),
  ])
  expect(await examine(region)).toEqual([expect.stringContaining('set S3_REGION=eu-west-9')])
})

test('a page in the place of a store is not taken for one', async () => {
  const page = await settingsOf((_, response) => void response.end('<html>Welcome</html>'))

  expect(await examine(page)).toEqual([expect.stringContaining('not as an object store does')])
})

test('a store that does not answer, does not exist or hangs is said within the limit', async () => {
  const { settings } = await startBucket()
  const hanging = await settingsOf(() => {})

  expect(await examine({ ...settings, endpoint: 'http://127.0.0.1:1' })).toEqual([
    expect.stringMatching(/does not answer \(.+\).*Check S3_ENDPOINT, and that the store runs/),
  ])
  expect(await examine({ ...settings, endpoint: 'http://store.invalid' })).toEqual([
    expect.stringContaining('does not answer'),
  ])
  expect(await examine(hanging, { timeoutMs: 100 })).toEqual([
    expect.stringContaining('does not answer (TimeoutError)'),
  ])
})

test('a certificate that nobody trusts is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-keyout',
      key,
    ].concat(['-out', cert]),
    { stdio: 'ignore' },
  )
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) })
  const port = await listen(server)
  const { settings } = await startBucket()

  expect(await examine({ ...settings, endpoint: `https://localhost:${port}` })).toEqual([
    expect.stringContaining('Its certificate is not one that this machine trusts'),
  ])
})

test.each([CLOCK_SKEW_MS + 2_000, -CLOCK_SKEW_MS - 2_000])(
  'a clock that is %i ms away is told, one that is right is not',
  async (skew) => {
    const { settings } = await startBucket({ now: () => Date.now() + skew })
    const late = await settingsOf((_, response) => {
      response.setHeader('Date', new Date(Date.now() + skew).toUTCString())
      response.end('<ListBucketResult/>')
    })

    // The store of the tests accepts signatures up to 15 minutes away, and has this machine's Date.
    expect(await examine(settings)).toEqual([])
    expect(await examine(late)).toEqual([
      expect.stringContaining(`minutes ${skew > 0 ? 'ahead of' : 'behind'} the server's`),
    ])
  },
)

test('addresses that browsers do not use are told beside what the store says', async () => {
  const { settings } = await startBucket({ cors: { ...RULE, origins: ['*'] } })

  expect(await examine(settings, { origin: 'https://chat.shop.example' })).toEqual([
    expect.stringContaining("which in a visitor's browser is the visitor's own machine"),
  ])
  const [mixed] = await examine(
    { ...settings, endpoint: 'http://store.invalid' },
    { origin: 'https://chat.shop.example' },
  )
  expect(mixed).toContain('browsers send nothing from https to http')
})
