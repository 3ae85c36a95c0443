import type { TestApp } from './create-test-app.ts'

export interface Answer {
  readonly isOk: boolean
  readonly status: number
  readonly text: string
}

/** A caller at an address, with their tokens. */
export interface Person {
  readonly title: string
  readonly address: string
  authorization: string
  refreshToken: string
  thread: string
  asked: number
}

/** The calls of a visitor's frame, each from the visitor's own address, behind one trusted proxy. */
export function createVisitorCalls(world: Pick<TestApp, 'app' | 'request'>) {
  const createPerson = (title: string, address: string): Person => ({
    title,
    address,
    authorization: '',
    refreshToken: '',
    thread: '',
    asked: 0,
  })

  async function call(
    person: Pick<Person, 'address' | 'authorization'>,
    path: string,
    body?: object,
  ) {
    const response = await world.request(`/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': person.address,
        'Alcove-Stream': '1',
        ...(person.authorization === '' ? {} : { Authorization: person.authorization }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { isOk: response.ok, status: response.status, text, json: parse(text) }
  }

  async function put(person: Person, signedUrl: string, bytes: Uint8Array<ArrayBuffer>) {
    const response = await world.app.request(signedUrl, {
      method: 'PUT',
      headers: { 'Content-Type': 'text/plain', 'X-Forwarded-For': person.address },
      body: bytes,
    })
    return { isOk: response.ok, status: response.status, text: await response.text() }
  }

  async function upload(person: Person, bytes: Uint8Array<ArrayBuffer>) {
    const asked = await call(person, '/files/attachments/generate-presigned-upload-url', {
      filename: 'notes.txt',
      content_type: 'text/plain',
      content_length: bytes.length,
    })
    return asked.isOk ? put(person, String(asked.json['signedUrl']), bytes) : asked
  }

  async function mint(title: string, address: string) {
    const answer = await call({ address, authorization: '' }, '/auth/tokens/anonymous')
    const person = createPerson(title, address)
    if (answer.isOk) keepTokens(person, answer.json)
    return { person, ...answer }
  }

  function keepTokens(person: Person, json: Record<string, unknown>) {
    person.authorization = `Bearer ${String(json['access_token'])}`
    person.refreshToken = (json['refresh_token'] as { token: string }).token
  }

  const refresh = async (person: Person): Promise<Answer> => {
    const answer = await call({ ...person, authorization: '' }, '/auth/tokens/refresh', {
      refresh_token: person.refreshToken,
    })
    if (answer.isOk) keepTokens(person, answer.json)
    return answer
  }

  /** Sends a question as our frame does, and reads the answer to its end. */
  function ask(person: Person) {
    person.asked += 1
    const id = `${person.title}-${person.asked}`
    const message = { id, role: 'user', parts: [{ type: 'text', text: 'Where is my order?' }] }
    const body = { id: `of ${person.title}`, trigger: 'submit-message', messages: [message] }
    return call(person, '/chat', body)
  }

  return { createPerson, call, upload, mint, refresh, ask }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
