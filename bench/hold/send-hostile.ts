import type { HostileRequest } from './hostile-call.ts'

/** Answers that are written word by word are not waited for longer. */
const ANSWER_MAX_MS = 10_000

/** Sends it and reads all of the answer. Returns its status, or `late`. */
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
