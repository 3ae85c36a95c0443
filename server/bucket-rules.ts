/** A fault of a bucket, with its remedy. */
export interface BucketFinding {
  readonly text: string
  readonly remedy: string
}

interface RulesCheck {
  /** Address of an object, which may be missing. */
  readonly address: string
  /** Origin of the frame. */
  readonly origin: string
  readonly signal: AbortSignal
}

/** Calls that the frame makes to a bucket: `widget/api/put-file.ts`, and images with `crossorigin`. */
const NEEDS = [
  { method: 'PUT', headers: 'content-type', lost: 'files cannot be sent' },
  { method: 'GET', headers: undefined, lost: 'images cannot be shown' },
] as const

/**
 * Sends the preflights that a browser sends for the frame's calls, and judges the answers as a browser does.
 */
export async function examineRules(check: RulesCheck): Promise<readonly BucketFinding[]> {
  const { origin } = check
  const lacks: string[] = []
  const losses: string[] = []
  for (const need of NEEDS) {
    const lack = await askPreflight(check, need)
    if (lack === undefined) continue
    lacks.push(`for ${need.method}: ${lack}`)
    losses.push(need.lost)
  }
  if (lacks.length === 0) return []
  return [
    {
      text: `The bucket does not let pages of ${origin} use it (${lacks.join('; ')}): ${losses.join(', and ')}.`,
      remedy: `Add this rule to the CORS configuration of the bucket: ${corsRule(origin)}`,
    },
  ]
}

/** In the form that `aws s3api put-bucket-cors` and most consoles take. */
const corsRule = (origin: string): string =>
  JSON.stringify({
    AllowedOrigins: [origin],
    AllowedMethods: NEEDS.map(({ method }) => method),
    AllowedHeaders: ['Content-Type'],
  })

/** @returns the part that the answer lacks. */
async function askPreflight(
  { address, origin, signal }: RulesCheck,
  { method, headers }: (typeof NEEDS)[number],
): Promise<string | undefined> {
  // Limit: BUCKET_CHECK_MS, "a store that does not answer, does not exist or hangs is said within the limit".
  const response = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      ...(headers === undefined ? {} : { 'Access-Control-Request-Headers': headers }),
    },
    redirect: 'manual',
    signal,
  }).catch(() => undefined)
  if (!response) return 'the preflight is not answered'
  await response.body?.cancel()
  if (!response.ok) return `the preflight gets status ${response.status}`
  const allows = (name: string, wanted: string) =>
    (response.headers.get(`access-control-allow-${name}`) ?? '')
      .split(',')
      .some((entry) => ['*', wanted.toLowerCase()].includes(entry.trim().toLowerCase()))
  if (!allows('origin', origin)) return 'the origin is not allowed'
  // GET needs no permission.
  if (method !== 'GET' && !allows('methods', method)) return 'the method is not allowed'
  if (headers !== undefined && !allows('headers', headers)) return `${headers} is not allowed`
  return undefined
}
