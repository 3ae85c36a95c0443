import { AwsClient } from 'aws4fetch'
import { examineRules, type BucketFinding } from './bucket-rules.ts'
import { incomingName } from './files/object-store.ts'
import { amazonTime, type S3Settings } from './files/s3-client.ts'
import { isLoopback } from './projects/host-name.ts'
import type { Settings } from './settings.ts'

/** Limit for all questions to the bucket together. */
export const BUCKET_CHECK_MS = 8_000
/** S3 refuses calls whose clock differs by more than 15 minutes; a third of that is reported. */
export const CLOCK_SKEW_MS = 300_000
const MS_PER_MINUTE = 60_000
/** A refusal has its code in its first characters. */
const ANSWER_MAX_CHARACTERS = 4_096

export interface BucketCheck {
  readonly settings: S3Settings
  /** Origin of the frame; `undefined` if the server does not know it. */
  readonly origin: string | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timeoutMs?: number
}

/**
 * Makes the calls that an upload needs: one with the server's key, and the preflights of a browser. Changes
 * nothing. Returns an empty list if all is well.
 */
export async function examineBucket(check: BucketCheck): Promise<readonly BucketFinding[]> {
  const { settings, origin, timeoutMs = BUCKET_CHECK_MS } = check
  const signal = AbortSignal.timeout(timeoutMs)
  const place = examineAddress(settings, origin)
  const refusal = await examineAccess(check, signal)
  // A store that refuses would give further questions the same answer.
  if (refusal) return [...place, refusal]
  if (origin === undefined) return place
  const address = `${settings.endpoint}/${settings.bucket}/${incomingName('check')}`
  return [...place, ...(await examineRules({ address, origin, signal }))]
}

/** The origin of the frame; `undefined` in production without a setting for it. */
export function frameOrigin(
  settings: Pick<Settings, 'publicUrl' | 'isProduction' | 'port'>,
): string | undefined {
  const { publicUrl, isProduction, port } = settings
  return publicUrl ?? (isProduction ? undefined : `http://localhost:${port}`)
}

/** As a line for the log or the terminal. */
export const findingText = ({ text, remedy }: BucketFinding): string => `${text} ${remedy}`

/** Finds addresses that browsers refuse to use, independent of the bucket's rules. */
function examineAddress(
  { endpoint }: S3Settings,
  origin: string | undefined,
): readonly BucketFinding[] {
  if (origin === undefined) return []
  const [store, frame] = [new URL(endpoint), new URL(origin)]
  if (isLoopback(store.hostname)) {
    if (isLoopback(frame.hostname)) return []
    return [
      {
        text: `S3_ENDPOINT is ${endpoint}, which in a visitor's browser is the visitor's own machine: uploads fail.`,
        remedy: 'Set S3_ENDPOINT to an address that browsers reach too.',
      },
    ]
  }
  if (frame.protocol === 'https:' && store.protocol === 'http:') {
    return [
      {
        text: `S3_ENDPOINT is ${endpoint} and the chat is ${origin}: browsers send nothing from https to http, so uploads fail.`,
        remedy: 'Put TLS in front of the object store, and set S3_ENDPOINT to its https address.',
      },
    ]
  }
  return []
}

/** Makes one call with the server's key: a list of at most no objects. */
async function examineAccess(
  { settings, now }: BucketCheck,
  signal: AbortSignal,
): Promise<BucketFinding | undefined> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1', prefix: incomingName('') })
  const aws = { datetime: amazonTime(now()), allHeaders: true }
  const signed = await client.sign(`${endpoint}/${bucket}?${query}`, { method: 'GET', aws })
  // Limit: BUCKET_CHECK_MS, "a store that does not answer, does not exist or hangs is said within the limit".
  const answer = await fetch(signed, { signal, redirect: 'manual' })
    .then(async (response) => ({ response, body: await response.text() }))
    .catch((error: unknown) => describeSilence(endpoint, error))
  if ('text' in answer) return answer
  const { response } = answer
  const body = answer.body.slice(0, ANSWER_MAX_CHARACTERS)
  return describeStatus(settings, response, body) ?? describeClock(response.headers, now())
}

/** Error codes of Node for a certificate that it does not trust. */
const TLS_CODES = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|ALTNAME/

/** Finding for a store that did not answer. */
function describeSilence(endpoint: string, error: unknown): BucketFinding {
  const { name, cause } = error as Error
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? name
  const text = `The object store at ${endpoint} does not answer (${code}): files can be neither sent nor read.`
  if (TLS_CODES.test(code)) {
    return {
      text,
      remedy:
        'Its certificate is not one that this machine trusts for that name. Give it a valid one, since browsers refuse it as well; for an authority of your own set NODE_EXTRA_CA_CERTS.',
    }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { text, remedy: 'There is no such host: check S3_ENDPOINT.' }
  }
  return { text, remedy: 'Check S3_ENDPOINT, and that the store runs and can be reached.' }
}

const REMEDIES: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch:
    'S3_SECRET_ACCESS_KEY is wrong, or a proxy in front of the store changes the Host of requests: it has to pass it on.',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is no key of this store.',
  AccessDenied: 'The key needs s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject here.',
  RequestTimeTooSkewed: 'The clocks of this server and of the store differ: set both by NTP.',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket.',
  NoSuchBucket: 'Make the bucket, or check S3_BUCKET.',
}

function describeStatus(
  { endpoint, bucket, region }: S3Settings,
  response: Response,
  body: string,
): BucketFinding | undefined {
  const { status, headers } = response
  const code = /<Code>([\w.-]+)<\/Code>/.exec(body)?.[1]
  const refused = `The bucket "${bucket}" at ${endpoint} refuses the server (status ${status}${code === undefined ? '' : `, ${code}`}): files can be neither sent nor read.`
  if (status >= 300 && status < 400) {
    const target = headers.get('location')
    const there = headers.get('x-amz-bucket-region')
    const origin = target !== null && URL.canParse(target) ? new URL(target).origin : undefined
    return {
      text: refused,
      remedy:
        there !== null && there !== region
          ? `The bucket is in another region: set S3_REGION=${there}, and S3_ENDPOINT to that region's address.`
          : `It sends on to ${origin ?? 'another address'}: set S3_ENDPOINT to the address that answers itself, since signed addresses do not follow.`,
    }
  }
  if (!response.ok) {
    const known = code === undefined ? undefined : REMEDIES[code]
    return {
      text: refused,
      remedy: known ?? 'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys.',
    }
  }
  if (body.includes('<ListBucketResult')) return undefined
  return {
    text: `${endpoint} answers, and not as an object store does: files can be neither sent nor read.`,
    remedy: 'Check S3_ENDPOINT: another service, or a page of a proxy, is at this address.',
  }
}

/** A store whose clock differs refuses the signatures of the server, now or a little later. */
function describeClock(headers: Headers, now: number): BucketFinding | undefined {
  const there = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(there) || Math.abs(there - now) < CLOCK_SKEW_MS) return undefined
  const minutes = Math.round(Math.abs(there - now) / MS_PER_MINUTE)
  return {
    text: `The clock of the object store is ${minutes} minutes ${there > now ? 'ahead of' : 'behind'} the server's: beyond 15 it refuses all uploads.`,
    remedy: 'Set both clocks by NTP.',
  }
}
