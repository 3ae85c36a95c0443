import { verifySignature } from '../../e2e/object-store/verify-signature.ts'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startObjectStore,
  type ObjectStoreServer,
} from '../../e2e/object-store/start-object-store.ts'

// The fake store of other tests must refuse the same calls as a real one.
const START = Date.parse('2026-11-21T05:00:00.000Z')
const DATE = '20261121T050000Z'
const clock = { ms: START }
let server: ObjectStoreServer

beforeAll(async () => {
  server = await startObjectStore({ now: () => clock.ms, pageSize: 2 })
})
afterAll(() => server.stop())
beforeEach(() => {
  clock.ms = START
  server.objects.clear()
})

const urlOf = (name: string) => `${server.settings.endpoint}/${server.settings.bucket}/${name}`

function sign(url: string, init: RequestInit = {}, query = false, changed: object = {}) {
  const { accessKeyId, secretAccessKey, region } = { ...server.settings, ...changed }
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const aws = { signQuery: query, allHeaders: true, datetime: DATE }
  return client.sign(url, { ...init, aws })
}

async function codeOf(response: Response): Promise<string> {
  const text = await response.text()
  return `${response.status} ${/<Code>(.*)<\/Code>/.exec(text)?.[1] ?? ''}`
}

const presignPut = (seconds = 600) =>
  sign(
    `${urlOf('files/a b.txt')}?X-Amz-Expires=${seconds}`,
    { method: 'PUT', headers: { 'Content-Type': 'text/plain', 'Content-Length': '5' } },
    true,
  )

const put = (url: string, body = 'hello', type = 'text/plain') =>
  fetch(url, { method: 'PUT', body, headers: { 'Content-Type': type } })

test('keeps, gives, lists and removes what is signed in the header', async () => {
  const headers = { 'Content-Type': 'text/plain' }
  for (const name of ['a/1', 'a/2', 'a/3', 'b/1']) {
    const signed = await sign(urlOf(name), { method: 'PUT', headers, body: `text of ${name}` })
    expect((await fetch(signed)).status).toBe(200)
  }

  const read = await fetch(await sign(urlOf('a/1')))
  const head = await fetch(await sign(urlOf('a/1'), { method: 'HEAD' }))
  const list = await fetch(await sign(`${urlOf('')}?list-type=2&prefix=a/`))
  const removed = await fetch(await sign(urlOf('a/1'), { method: 'DELETE' }))

  expect(await read.text()).toBe('text of a/1')
  expect(head.headers.get('Content-Length')).toBe('11')
  expect((await list.text()).match(/<Key>.*?<\/Key>|<Next.*?>[^<]*/g)).toEqual([
    '<Key>a/1</Key>',
    '<Key>a/2</Key>',
    '<NextContinuationToken>a/2',
  ])
  expect(removed.status).toBe(204)
  expect(await codeOf(await fetch(await sign(urlOf('a/1'))))).toBe('404 NoSuchKey')
})

test('takes a presigned upload as often as somebody likes, until it ends', async () => {
  const { url } = await presignPut(600)

  expect(await codeOf(await put(url))).toBe('200 ')
  clock.ms = START + 599_999
  expect(await codeOf(await put(url))).toBe('200 ')
  clock.ms = START + 600_000
  expect(await codeOf(await put(url))).toBe('403 AccessDenied')
})

test.each<[string, (url: string) => Promise<Response>]>([
  ['another length', (url) => put(url, 'hello!')],
  ['another type', (url) => put(url, 'hello', 'text/html')],
  ['another method', (url) => fetch(url)],
  ['another name', (url) => put(url.replace('a%20b', 'c'))],
  ['a longer life', (url) => put(url.replace('Expires=600', 'Expires=6000'))],
  ['a zeroed signature', (url) => put(url.replace(/Signature=.*/, `Signature=${'0'.repeat(64)}`))],
  ['a later date', (url) => put(url.replace('T050000Z', 'T050001Z'))],
  ['one more parameter', (url) => put(`${url}&response-content-type=text/html`)],
])('refuses a presigned upload with %s', async (_, call) => {
  const { url } = await presignPut()

  expect(await codeOf(await call(url))).toBe('403 SignatureDoesNotMatch')
  // The positive control: the same address, unchanged.
  expect(await codeOf(await put(url))).toBe('200 ')
})

test.each<[string, string, object]>([
  ['another secret', '403 SignatureDoesNotMatch', { secretAccessKey: 'wrong' }],
  ['another key', '403 InvalidAccessKeyId', { accessKeyId: 'AKIDOTHER' }],
  ['another region', '400 AuthorizationHeaderMalformed', { region: 'us-east-1' }],
])('refuses %s, in header and query', async (_, code, changed) => {
  const inHeader = await fetch(await sign(urlOf('x'), {}, false, changed))
  const inQuery = await fetch(await sign(`${urlOf('x')}?X-Amz-Expires=60`, {}, true, changed))

  expect([await codeOf(inHeader), await codeOf(inQuery)]).toEqual([code, code])
})

test('refuses a body that is not the signed one', async () => {
  const headers = { 'X-Amz-Content-Sha256': 'a'.repeat(64) }
  const signed = await sign(urlOf('x'), { method: 'PUT', headers, body: 'other' })

  expect(await codeOf(await fetch(signed))).toBe('400 XAmzContentSHA256Mismatch')
})

test('refuses who did not sign, a header that is not signed, and another time', async () => {
  const signed = await sign(urlOf('x'), { method: 'PUT', body: 'x' })
  const more = new Headers(signed.headers)
  more.set('x-amz-acl', 'public-read')

  expect(await codeOf(await put(urlOf('x')))).toBe('403 AccessDenied')
  expect(await codeOf(await fetch(urlOf('x'), { method: 'PUT', headers: more, body: 'x' }))).toBe(
    '403 AccessDenied',
  )
  clock.ms = START + 900_001
  expect(await codeOf(await fetch(signed))).toBe('403 RequestTimeTooSkewed')
})

test('refuses other buckets, and lets browsers ask first', async () => {
  const other = await sign(urlOf('x').replace('alcove-files', 'other'))
  const preflight = await fetch(urlOf('x'), {
    method: 'OPTIONS',
    headers: { Origin: 'https://chat.example', 'Access-Control-Request-Method': 'PUT' },
  })

  expect(await codeOf(await fetch(other))).toBe('404 NoSuchBucket')
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test('answers a presigned read with the headers that were signed', async () => {
  server.objects.set('files/x', {
    body: Buffer.from('x'),
    type: 'text/html',
    modifiedAt: new Date(),
  })
  const query = 'response-content-type=text/plain&response-content-disposition=attachment'
  const { url } = await sign(`${urlOf('files/x')}?X-Amz-Expires=60&${query}`, {}, true)

  const response = await fetch(url)

  expect(response.headers.get('Content-Type')).toBe('text/plain')
  expect(response.headers.get('Content-Disposition')).toBe('attachment')
})

test('agrees with the example that AWS published for presigned addresses', () => {
  const url = new URL(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
  const request = { method: 'GET', url, headers: { host: url.host }, body: Buffer.alloc(0) }
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const now = Date.parse('2013-05-24T12:00:00Z')

  expect(() => verifySignature(request, credentials, now)).not.toThrow()
  expect(() => verifySignature({ ...request, method: 'PUT' }, credentials, now)).toThrow()
})
