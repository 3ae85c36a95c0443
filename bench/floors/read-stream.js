/** The minimal code that reads a stream: calls `onDelta` for each token and resolves at the end. */
export async function readStream(onDelta) {
  const response = await fetch(`/stream${location.search}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += value
    let end
    while ((end = rest.indexOf('\n\n')) !== -1) {
      const data = rest.slice('data: '.length, end)
      rest = rest.slice(end + 2)
      if (data !== '[DONE]') onDelta(JSON.parse(data).delta)
    }
  }
}
