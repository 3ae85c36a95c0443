import type { HostileRequest } from './hostile-call.ts'

/** Limit for responses that are written word by word. */
const ANSWER_MAX_MS = 10_000

/** Sends the call and reads the whole response. Returns its status, or `late`. */
export async function sendHostile(
  origin: string,
  route: string,
  { path, headers, body }: HostileRequest,
): Promise<string> {
  const [method] = route.split(' ')
  const signal = AbortSignal.timeout(ANSWER_MAX_MS)
  const sent = fetch(path.startsWith('http') ? path : `${origin}/v1${path}`, {
    method: method!,
    redirect: 'manual',
    signal,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  })
  try {
    const response = await sent
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    if (signal.aborted) return 'late'
    throw error
  }
}
