import {
  AssistantCloud,
  AssistantRuntimeProvider,
  useLocalRuntime,
  type AssistantRuntime,
  type ChatModelAdapter,
  type ThreadMessage,
} from '@assistant-ui/react'
import { AssistantChatTransport, useChatRuntime } from '@assistant-ui/react-ai-sdk'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * A page with the published runtime for React. `?runtime=chat` has that of the AI SDK, whose answers come at
 * once; otherwise the page writes answers itself, each until `finish()` is called.
 */
const cloud = new AssistantCloud({ baseUrl: '{{ALCOVE_ORIGIN}}', anonymous: true })

const ANSWER = [
  { type: 'start' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Hello back.' },
  { type: 'text-end', id: 't' },
  { type: 'finish' },
]
const EVENTS = [...ANSWER.map((chunk) => JSON.stringify(chunk)), '[DONE]']
const transport = new AssistantChatTransport({
  fetch: () => {
    const text = EVENTS.map((data) => `data: ${data}\n\n`).join('')
    const headers = { 'content-type': 'text/event-stream' }
    return Promise.resolve(new Response(text, { headers }))
  },
})

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] })
const slowly: ChatModelAdapter = {
  async *run() {
    yield say('One moment.')
    await new Promise((resolve) => Object.assign(window, { finish: resolve }))
    yield say('Here it is.')
  },
}

const textOf = ({ content }: ThreadMessage) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('')

function errorOf({ status }: ThreadMessage): string {
  if (status?.type !== 'incomplete') return ''
  const { message } = Object(status.error) as { readonly message?: string }
  return message === undefined ? '' : ` (${message})`
}

function Chat({ runtime }: { readonly runtime: AssistantRuntime }) {
  const [, draw] = useState(0)
  useEffect(() => {
    const changed = () => draw((count) => count + 1)
    const stops = [runtime.thread.subscribe(changed), runtime.threads.subscribe(changed)]
    return () => stops.forEach((stop) => stop())
  }, [runtime])
  const branchOf = ({ id }: ThreadMessage) => {
    const { branchNumber, branchCount } = runtime.thread.getMessageById(id).getState()
    return ` ${branchNumber}/${branchCount}`
  }
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <button onClick={() => runtime.thread.append('Hello')}>Say hello</button>
      {runtime.threads.getState().threadIds.map((id) => (
        <button key={id} onClick={() => void runtime.threads.switchToThread(id)}>
          Open
        </button>
      ))}
      <ol>
        {runtime.thread.getState().messages.map((message) => (
          <li key={message.id}>{textOf(message) + errorOf(message) + branchOf(message)}</li>
        ))}
      </ol>
    </AssistantRuntimeProvider>
  )
}

const OfAiSdk = () => <Chat runtime={useChatRuntime({ cloud, transport })} />
const OfPage = () => <Chat runtime={useLocalRuntime(slowly, { cloud })} />

const isChat = new URLSearchParams(location.search).get('runtime') === 'chat'
createRoot(document.querySelector('main')!).render(isChat ? <OfAiSdk /> : <OfPage />)
