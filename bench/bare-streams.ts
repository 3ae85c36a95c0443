// A separate process for `npm run bench -- streams`: the minimal server that streams as many answers. It
// listens on PORT; the query sets the pieces per stream and per second.
import { createServer } from 'node:http'
import { createPacedSource } from '../e2e/model-server/paced-source.ts'

const source = createPacedSource()

const server = createServer((request, response) => {
  if (request.url === '/healthz') return void response.end('{"ok":true}')
  const query = new URL(request.url ?? '/', 'http://host').searchParams
  const [pieces, perSecond] = [Number(query.get('pieces')), Number(query.get('rate'))]
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  void (async () => {
    let sent = 0
    for await (const delta of source.pieces('token ', perSecond, gone.signal)) {
      const chunk = { type: 'text-delta', id: 't', delta }
      response.write(`data: ${JSON.stringify(chunk)}\n\n`)
      sent += 1
      if (sent === pieces) break
    }
    response.end('data: [DONE]\n\n')
  })()
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
// Ends with its parent process.
process.once('disconnect', () => process.exit(0))
