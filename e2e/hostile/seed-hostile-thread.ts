/** A stored message, as a client that writes its own rows may send it. */
export interface StoredMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: readonly object[]
  readonly status?: object
  readonly metadata?: object
}

export interface StoredThread {
  readonly title: string | null
  readonly messages: readonly StoredMessage[]
}

/** Writes a thread with arbitrary rows through the API. */
export async function seedHostileThread(
  origin: string,
  token: string,
  { title, messages }: StoredThread,
): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const { thread_id: thread = '' } = await post('/threads', {
    last_message_at: new Date().toISOString(),
    title,
  })
  let parent: string | null = null
  for (const message of messages) {
    const content = { metadata: { custom: {} }, ...message }
    const body: object = { parent_id: parent, format: 'aui/v0', content }
    parent = (await post(`/threads/${thread}/messages`, body))['message_id'] ?? null
  }
  return thread
}
