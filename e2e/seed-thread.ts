/**
 * Writes a thread through the API, like a client that stores its own messages.
 *
 * @param custom metadata of its answers.
 */
export async function seedThread(
  origin: string,
  token: string,
  texts: readonly (string | readonly object[])[],
  custom: object = {},
): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as Record<string, string>
  }
  const { thread_id: thread = '' } = await post('/threads', {
    last_message_at: new Date().toISOString(),
  })
  let parent: string | null = null
  for (const [index, text] of texts.entries()) {
    const role = index % 2 === 0 ? 'user' : 'assistant'
    const parts = typeof text === 'string' ? [{ type: 'text', text }] : text
    const content = { role, content: parts, metadata: { custom: role === 'user' ? {} : custom } }
    const body: object = { parent_id: parent, format: 'aui/v0', content }
    parent = (await post(`/threads/${thread}/messages`, body))['message_id'] ?? null
  }
  return thread
}
