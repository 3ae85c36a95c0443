import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'

/** A call of the API below `/v1` as one user; throws unless it succeeds. */
export type UserCall = (path: string, body?: object) => Promise<unknown>

/** Makes calls with these headers. */
export const createUserCall =
  (base: string, headers: Readonly<Record<string, string>>): UserCall =>
  async (path, body) => {
    const response = await fetch(`${base}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'Aui-Sdk': 'alcove-tests/0.1.0',
        [ALCOVE_STREAM_HEADER]: '1',
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    const isJson = response.headers.get('Content-Type')?.includes('json')
    return isJson ? (JSON.parse(text) as unknown) : text
  }

export interface FilledUser {
  readonly threadId: string
  readonly lastMessageId: string
  readonly fileKey: string
  readonly fileText: string
}

/** Creates a row of every kind that the API stores for a user, with `mark` in the texts; no turn. */
export async function fillUser(call: UserCall, mark: string): Promise<FilledUser> {
  const fileText = `The file of ${mark}.`
  const bytes = Buffer.from(fileText)
  const upload = (await call('/files/attachments/generate-presigned-upload-url', {
    filename: `${mark}.txt`,
    content_type: 'text/plain',
    content_length: bytes.length,
  })) as { signedUrl: string; publicUrl: string; key: string }
  const sent = await fetch(upload.signedUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/plain' },
    body: bytes,
  })
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}: ${await sent.text()}`)

  const last_message_at = new Date().toISOString()
  const made = (await call('/threads', { title: `Of ${mark}`, last_message_at })) as {
    thread_id: string
  }
  const threadId = made.thread_id
  const part = { type: 'file', data: upload.publicUrl, mimeType: 'text/plain' }
  const { message_id } = (await call(`/threads/${threadId}/messages`, {
    parent_id: null,
    format: 'aui/v0',
    content: { role: 'user', content: [{ type: 'text', text: `I am ${mark}.` }, part] },
  })) as { message_id: string }
  const answer = (await call(`/threads/${threadId}/messages`, {
    parent_id: message_id,
    format: 'aui/v0',
    content: { role: 'assistant', content: [{ type: 'text', text: `Hello ${mark}.` }] },
  })) as { message_id: string }
  const feedback = { type: 'negative', comment: `${mark} did not like it.` }
  await call(`/threads/${threadId}/messages/${answer.message_id}/feedback`, feedback)
  await call('/scores', {
    name: 'mood',
    data_type: 'numeric',
    value: 0.1,
    comment: mark,
    thread_id: threadId,
  })
  await call('/runs', { thread_id: threadId, status: 'completed', input_tokens: 7, note: mark })
  await call('/events', { events: [{ kind: 'message_sent', thread_id: threadId }] })
  return { threadId, lastMessageId: answer.message_id, fileKey: upload.key, fileText }
}

/** Adds a turn, which the server's own model answers and the server saves. */
export async function chatOnce(
  call: UserCall,
  { threadId, lastMessageId }: FilledUser,
  mark: string,
): Promise<void> {
  const parts = [{ type: 'text', text: `hi from ${mark}` }]
  const messages = [
    { id: lastMessageId, role: 'assistant', parts },
    { id: createMessageId(), role: 'user', parts },
  ]
  await call('/chat', { id: threadId, trigger: 'submit-message', messages })
}
