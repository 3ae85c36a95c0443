// A separate process for `npm run bench -- tokens`: the minimal relay between a provider and a reader. It
// reads the provider's events one by one, and writes the text of each as an Alcove event.
import { createServer, request } from 'node:http'

const PROVIDER = process.env['OPENAI_BASE_URL'] ?? ''
const BODY = JSON.stringify({ model: 'bench', stream: true, messages: [] })

interface Completion {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[]
}

const server = createServer((incoming, response) => {
  if (incoming.url === '/healthz') return void response.end('{"ok":true}')
  incoming.resume()
  const call = request(`${PROVIDER}/chat/completions`, { method: 'POST' }, (answer) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let rest = ''
    answer.setEncoding('utf8')
    answer.on('data', (piece: string) => {
      const events = (rest + piece).split('\n\n')
      rest = events.pop() ?? ''
      let text = ''
      for (const event of events) {
        if (event === 'data: [DONE]') continue
        const { choices } = JSON.parse(event.slice('data: '.length)) as Completion
        const delta = choices[0]?.delta.content
        if (delta) text += `data: ${JSON.stringify({ type: 'text-delta', id: 't', delta })}\n\n`
      }
      if (text !== '') response.write(text)
    })
    answer.on('end', () => response.end('data: [DONE]\n\n'))
    answer.on('error', () => response.destroy())
  })
  call.on('error', () => response.destroy())
  response.on('close', () => call.destroy())
  call.end(BODY)
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
// Ends with its parent process.
process.once('disconnect', () => process.exit(0))
