import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { denied, S3Error } from './s3-error.ts'

export interface SignedRequest {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'
const CLOCK_SKEW_MS = 900_000
const EXPIRES_MAX_SECONDS = 604_800

/** The fields of a signature in a header or an address. */
interface Claim {
  readonly credential: string
  readonly date: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly payloadHash: string
}

/** Throws S3's error unless the request has a currently valid signature with these credentials. */
export function verifySignature(request: SignedRequest, credentials: Credentials, nowMs: number) {
  const isPresigned = request.url.searchParams.has('X-Amz-Signature')
  const claim = isPresigned ? readQuery(request, nowMs) : readHeader(request, nowMs)
  checkScope(claim, credentials)
  checkSignedHeaders(claim, request)
  const expected = sign(claim, request, credentials)
  const [a, b] = [Buffer.from(claim.signature), Buffer.from(expected)]
  if (a.length !== b.length || !timingSafeEqual(a, b)) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature we calculated does not match.')
  }
}

function readQuery({ url }: SignedRequest, nowMs: number): Claim {
  const read = (name: string): string => {
    const values = url.searchParams.getAll(name)
    if (values.length === 1 && values[0] !== '') return values[0]!
    throw new S3Error(400, 'AuthorizationQueryParametersError', `${name} must be there once.`)
  }
  if (read('X-Amz-Algorithm') !== ALGORITHM) throw denied('Another algorithm.')
  const date = read('X-Amz-Date')
  const seconds = Number(read('X-Amz-Expires'))
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > EXPIRES_MAX_SECONDS) {
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires is out of range.')
  }
  const startMs = parseDate(date)
  if (startMs > nowMs + CLOCK_SKEW_MS) throw denied('Request is not yet valid.')
  if (startMs + seconds * 1_000 <= nowMs) throw denied('Request has expired.')
  return {
    credential: read('X-Amz-Credential'),
    date,
    signedHeaders: read('X-Amz-SignedHeaders').split(';'),
    signature: read('X-Amz-Signature'),
    payloadHash: UNSIGNED,
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]+)$/

function readHeader({ headers, body }: SignedRequest, nowMs: number): Claim {
  const found = AUTHORIZATION.exec(headers['authorization'] ?? '')
  if (!found) throw denied('Access Denied.')
  const [, credential = '', signedHeaders = '', signature = ''] = found
  const date = headers['x-amz-date'] ?? ''
  if (Math.abs(parseDate(date) - nowMs) > CLOCK_SKEW_MS) {
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The difference of the clocks is too large.')
  }
  const payloadHash = headers['x-amz-content-sha256']
  if (payloadHash === undefined) {
    throw new S3Error(400, 'MissingSecurityHeader', 'x-amz-content-sha256 is missing.')
  }
  if (payloadHash !== UNSIGNED && payloadHash !== sha256(body)) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body has another hash.')
  }
  return { credential, date, signedHeaders: signedHeaders.split(';'), signature, payloadHash }
}

function parseDate(text: string): number {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const ms = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  if (Number.isNaN(ms)) throw denied('AWS authentication requires a valid date.')
  return ms
}

function checkScope({ credential, date }: Claim, { accessKeyId, region }: Credentials) {
  const [key, ...scope] = credential.split('/')
  if (key !== accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId', 'No such access key.')
  const expected = [date.slice(0, 8), region, 's3', 'aws4_request']
  if (scope.join('/') !== expected.join('/')) {
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The scope must be ${expected.join('/')}.`,
    )
  }
}

function checkSignedHeaders({ signedHeaders }: Claim, { headers }: SignedRequest) {
  if (!signedHeaders.includes('host')) throw denied('The host is not signed.')
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name),
  )
  if (unsigned.length > 0) throw denied(`Not signed: ${unsigned.join(', ')}.`)
}

function sign(claim: Claim, request: SignedRequest, { secretAccessKey, region }: Credentials) {
  const day = claim.date.slice(0, 8)
  const text = [ALGORITHM, claim.date, `${day}/${region}/s3/aws4_request`]
  const signed = [...text, sha256(canonicalRequest(claim, request))].join('\n')
  const keys = [day, region, 's3', 'aws4_request']
  const key = keys.reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secretAccessKey}`)
  return hmac(key, signed).toString('hex')
}

function canonicalRequest(claim: Claim, { method, url, headers }: SignedRequest): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const lines = claim.signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  )
  return [
    method,
    encode(decodeURIComponent(url.pathname)).replaceAll('%2F', '/'),
    query.join('&'),
    lines.join(''),
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n')
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()
